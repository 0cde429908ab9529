package io.onlyonce.spring.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sends requests to a server on this machine. Immutable and thread-safe. */
public final class Client {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final int port;

    Client(int port) {
        this.port = port;
    }

    public int port() {
        return port;
    }

    /** A request that is still being written. */
    public static final class Sending {
        private final String method;
        private final URI uri;
        private final List<String> headers = new ArrayList<>();
        private byte[] body = new byte[0];

        private Sending(String method, URI uri) {
            this.method = method;
            this.uri = uri;
        }

        public Sending key(@Nullable String key) {
            return key == null ? this : header("Idempotency-Key", key);
        }

        public Sending header(String name, String value) {
            headers.addAll(List.of(name, value));
            return this;
        }

        /** As a user of the test application, whose password is his name. */
        public Sending as(String user) {
            return header(
                    "Authorization",
                    "Basic "
                            + Base64.getEncoder().encodeToString((user + ":" + user).getBytes(StandardCharsets.UTF_8)));
        }

        public Sending json(String json) {
            body = json.getBytes(StandardCharsets.UTF_8);
            return header("Content-Type", "application/json");
        }

        public Sending form(String form) {
            body = form.getBytes(StandardCharsets.UTF_8);
            return header("Content-Type", "application/x-www-form-urlencoded");
        }

        public Sending text(String text) {
            body = text.getBytes(StandardCharsets.UTF_8);
            return header("Content-Type", "text/plain");
        }

        public Answer send() {
            HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                    .timeout(Duration.ofSeconds(60))
                    .method(method, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
            if (!headers.isEmpty()) {
                request.headers(headers.toArray(String[]::new));
            }
            try {
                return new Answer(HTTP.send(request.build(), BodyHandlers.ofByteArray()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("Interrupted while a request was under way.", e);
            }
        }
    }

    public Sending request(String method, String path) {
        return new Sending(method, URI.create("http://127.0.0.1:" + port + path));
    }

    public Sending post(String path) {
        return request("POST", path);
    }

    /** What came back. */
    public record Answer(HttpResponse<byte[]> response) {
        public int status() {
            return response.statusCode();
        }

        public byte[] bytes() {
            return response.body();
        }

        public String body() {
            return new String(response.body(), StandardCharsets.UTF_8);
        }

        public @Nullable String header(String name) {
            return response.headers().firstValue(name).orElse(null);
        }

        /** Whether it says of itself that it was given before. */
        public boolean isReplay() {
            return "true".equals(header("Idempotent-Replayed"));
        }
    }
}
