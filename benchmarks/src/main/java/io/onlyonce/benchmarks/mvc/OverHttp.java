package io.onlyonce.benchmarks.mvc;

import io.onlyonce.benchmarks.design.Design;
import io.onlyonce.benchmarks.design.DesignType;
import io.onlyonce.benchmarks.design.Designs;
import io.onlyonce.benchmarks.design.Payment;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** Pays through a handler of a {@link PaymentApp}. */
final class OverHttp implements Design {
    private static final int OK = 200;

    private final HttpClient client;
    private final URI handler;

    private OverHttp(HttpClient client, URI handler) {
        this.client = client;
        this.handler = handler;
    }

    /** The payment through the handler of this name; protected handlers keep their records under the same name. */
    static DesignType type(String handler, PaymentApp app, HttpClient client) {
        URI address = URI.create("http://127.0.0.1:" + app.port() + "/" + handler);
        return handler.endsWith(Designs.BARE)
                ? Designs.unrecorded(handler, node -> new OverHttp(client, address))
                : Designs.onlyOnce(handler, (node, scope) -> new OverHttp(client, address));
    }

    @Override
    public String pay(Payment payment) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(handler)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", payment.key().toString())
                .POST(BodyPublishers.ofString(
                        "{\"key\":\"" + payment.key() + "\",\"account\":" + payment.account() + "}"))
                .build();
        HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
        if (response.statusCode() != OK) {
            throw new IllegalStateException(response.statusCode() + " " + response.body());
        }
        return response.body();
    }
}
