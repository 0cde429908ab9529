package io.onlyonce.http;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One request, built up and sent. */
final class Sent {
    private static volatile HttpClient shared = client();

    private final String method;
    private final HttpRequest.Builder request;
    private HttpRequest.BodyPublisher body = HttpRequest.BodyPublishers.noBody();
    private HttpClient client = shared;

    Sent(int port, String method, String path) {
        this.method = method;
        this.request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(30));
    }

    private static HttpClient client() {
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    }

    /** On a connection that no later request gets: for an exchange after which the server closes it, so that none meets it just then. */
    Sent alone() {
        client = client();
        return this;
    }

    Sent key(String key) {
        return header("Idempotency-Key", key);
    }

    Sent user(String user) {
        request.setHeader("X-User", user);
        return this;
    }

    Sent header(String name, String value) {
        request.header(name, value);
        return this;
    }

    Sent json(String text) {
        return body("application/json", text.getBytes(StandardCharsets.UTF_8));
    }

    Sent form(String text) {
        return body("application/x-www-form-urlencoded", text.getBytes(StandardCharsets.UTF_8));
    }

    Sent body(String type, byte[] bytes) {
        body = HttpRequest.BodyPublishers.ofByteArray(bytes);
        return type.isEmpty() ? this : header("Content-Type", type);
    }

    /** Without a length, in chunks. */
    Sent chunked(String type, byte[] bytes) {
        body = HttpRequest.BodyPublishers.fromPublisher(HttpRequest.BodyPublishers.ofByteArray(bytes));
        return header("Content-Type", type);
    }

    Answer go() {
        try {
            HttpResponse<byte[]> response =
                    client.send(request.method(method, body).build(), HttpResponse.BodyHandlers.ofByteArray());
            if (response.statusCode() >= 400) {
                shared = client(); // who refuses a request unread may close its connection: no later request is to meet
                // it just then
            }
            Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            headers.putAll(response.headers().map());
            return new Answer(response.statusCode(), headers, response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new InterruptedIOException());
        }
    }

    /** What came back. */
    @SuppressWarnings("ArrayRecordComponent") // never compared as a whole
    record Answer(int status, Map<String, List<String>> headers, byte[] bytes) {
        String body() {
            return new String(bytes, StandardCharsets.UTF_8);
        }

        String header(String name) {
            List<String> values = headers.get(name);
            return values == null ? null : String.join(" | ", values);
        }

        boolean replayed() {
            return "true".equals(header("Idempotent-Replayed"));
        }

        /** The headers without those that belong to one exchange. */
        Map<String, List<String>> lasting() {
            Map<String, List<String>> rest = new TreeMap<>(headers);
            rest.keySet()
                    .removeIf(name -> List.of("date", "connection", "keep-alive", "server", "idempotent-replayed")
                            .contains(name.toLowerCase(java.util.Locale.ROOT)));
            return rest;
        }

        /** The problem's code, read off the document. */
        String code() {
            int at = body().indexOf("\"code\":\"");
            return at < 0 ? "" : body().substring(at + 8, body().indexOf('"', at + 8));
        }
    }
}
