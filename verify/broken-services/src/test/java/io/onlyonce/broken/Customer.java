package io.onlyonce.broken;

import io.onlyonce.broken.frame.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.UUID;

/** Somebody who uses a service by HTTP, each with a number of his own. */
final class Customer {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final URI service;
    private final String user = "user-" + UUID.randomUUID();
    private final String key = UUID.randomUUID().toString();
    /** What his operation is counted by. */
    final String ref = UUID.randomUUID().toString();

    Customer(int port) {
        this.service = URI.create("http://127.0.0.1:" + port);
    }

    HttpResponse<String> post(String path, String body, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(service.resolve(path))
                .timeout(Duration.ofSeconds(20))
                .header("Idempotency-Key", key)
                .header("X-User-Id", user)
                .POST(BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HTTP.send(request.build(), BodyHandlers.ofString());
    }

    int health() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(service.resolve("/health")).build();
        return HTTP.send(request, BodyHandlers.discarding()).statusCode();
    }

    String order(String sku, String amount) {
        return Json.object("ref", ref, "sku", sku, "quantity", 1, "amount", amount);
    }

    String onlyRef() {
        return Json.object("ref", ref);
    }

    /** The operation that an area is about, after what has to come before it. */
    HttpResponse<String> operate(Area area) throws IOException, InterruptedException {
        return switch (area) {
            case ORDERS -> post("/orders", order("SKU-1", "25.00"));
            case TOKENS -> {
                String token =
                        Json.read(post("/tokens", "").body()).get("token").stringValue();
                yield post("/token-orders", order("SKU-1", "25.00"), "X-Token", token);
            }
            case STOCK -> post("/stock/SKU-1/deductions", Json.object("ref", ref, "quantity", 1));
            case STATES, OUTBOX -> {
                post("/orders", order("SKU-1", "25.00"));
                yield post("/orders/" + ref + "/pay", onlyRef());
            }
            case REFUNDS -> {
                post("/orders", order("SKU-1", "25.00"));
                post("/orders/" + ref + "/pay", onlyRef());
                yield post("/orders/" + ref + "/refunds", Json.object("ref", ref, "amount", "20.00"));
            }
            case CALLBACKS -> {
                post("/orders", order("SKU-1", "25.00"));
                yield post(
                        "/callbacks",
                        Json.object(
                                "noticeId",
                                ref,
                                "transactionId",
                                "T-" + ref,
                                "kind",
                                "paid",
                                "orderId",
                                ref,
                                "amount",
                                "25.00"));
            }
            case MESSAGES -> post("/messages", Json.object("messageId", ref, "userId", user, "points", 25));
        };
    }

    /** Where the effects of that operation are. */
    static String effects(Area area) {
        return switch (area) {
            case ORDERS, TOKENS -> "SELECT COUNT(*) FROM orders WHERE ref = ?";
            case STOCK -> "SELECT COUNT(*) FROM stock_deduction WHERE ref = ?";
            case STATES -> "SELECT COUNT(*) FROM order_history WHERE ref = ?";
            case REFUNDS -> "SELECT COUNT(*) FROM refund WHERE ref = ?";
            case CALLBACKS -> "SELECT COUNT(*) FROM notice WHERE ref = ?";
            case MESSAGES, OUTBOX -> "SELECT COUNT(*) FROM points_journal WHERE ref = ?";
        };
    }
}
