package io.onlyonce.shop.harness;

import io.onlyonce.simulator.Channel;
import io.onlyonce.simulator.SignedCallback;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.UUID;
import java.util.stream.Stream;

/** Talks to a shop as a program would. Thread-safe. */
public final class ShopClient {
    static {
        // shorter than the server keeps idle connections (20 s): else a request may meet one that is just being closed
        System.setProperty("jdk.httpclient.keepalive.timeout", "3");
    }

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofMinutes(1))
            .build();
    private final String base;

    public ShopClient(int port) {
        this.base = "http://127.0.0.1:" + port;
    }

    /** Where the shop is. */
    public String url() {
        return base;
    }

    /** A key that nobody used before. */
    public static String newKey() {
        return UUID.randomUUID().toString();
    }

    /** Reads. */
    public Answer get(String path, String... headers) throws IOException {
        return send("GET", path, BodyPublishers.noBody(), headers);
    }

    /** Posts JSON; headers as name, value, name, value. */
    public Answer post(String path, String json, String... headers) throws IOException {
        return send("POST", path, BodyPublishers.ofString(json), with(headers, "Content-Type", "application/json"));
    }

    /** Posts a form. */
    public Answer postForm(String path, String form, String... headers) throws IOException {
        return send(
                "POST",
                path,
                BodyPublishers.ofString(form),
                with(headers, "Content-Type", "application/x-www-form-urlencoded"));
    }

    /** Orders with a key. */
    public Answer order(String user, String key, String json) throws IOException {
        return post("/api/orders", json, "X-User-Id", user, "Idempotency-Key", key);
    }

    /** Pays from a balance. */
    public Answer pay(String orderId, String accountId, String amount) throws IOException {
        return post(
                "/api/orders/" + orderId + "/payments",
                "{\"accountId\":\"" + accountId + "\",\"amount\":\"" + amount + "\"}");
    }

    /** Sends a provider's callback as it is. */
    public Answer callback(Channel channel, SignedCallback callback) throws IOException {
        String[] headers = callback.headers().entrySet().stream()
                .flatMap(header -> Stream.of(header.getKey(), header.getValue()))
                .toArray(String[]::new);
        return send("POST", "/api/callbacks/" + channel.path(), BodyPublishers.ofByteArray(callback.body()), headers);
    }

    /** Goes to a channel's page, under a fresh key; gives the payment's number. */
    public String checkout(String orderId, Channel channel) throws IOException {
        return post(
                        "/api/orders/" + orderId + "/checkout",
                        "{\"channel\":\"" + channel.path() + "\"}",
                        "Idempotency-Key",
                        newKey())
                .text("paymentNo");
    }

    /** Any request. */
    public Answer send(String method, String path, BodyPublisher body, String... headers) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path))
                .method(method, body)
                .timeout(Duration.ofSeconds(150));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return Answer.of(http.send(request.build(), BodyHandlers.ofString()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(method + " " + path);
        }
    }

    private static String[] with(String[] headers, String name, String value) {
        String[] all = java.util.Arrays.copyOf(headers, headers.length + 2);
        all[headers.length] = name;
        all[headers.length + 1] = value;
        return all;
    }
}
