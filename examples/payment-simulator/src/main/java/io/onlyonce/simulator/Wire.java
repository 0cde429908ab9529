package io.onlyonce.simulator;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** HTTP to this computer and nowhere else: no proxy, no redirect, no name that has to be looked up. Thread-safe. */
final class Wire {
    private static final Set<String> HERE = Set.of("127.0.0.1", "[::1]");

    private final URI base;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    Wire(URI base) {
        boolean pathless = base.getRawPath() == null || base.getRawPath().isEmpty() || "/".equals(base.getRawPath());
        if (!"http".equals(base.getScheme())
                || base.getHost() == null
                || !HERE.contains(base.getHost())
                || base.getPort() < 1
                || base.getRawUserInfo() != null
                || !pathless) {
            throw new IllegalArgumentException(SimulatorTexts.notHere(base));
        }
        this.base = base;
    }

    /** The answer with its whole body; null if it did not come in time, or the connection failed. */
    @Nullable
    Answer post(Channel channel, SignedCallback callback, Duration patience) throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(path(channel)))
                .POST(HttpRequest.BodyPublishers.ofByteArray(callback.body()));
        callback.headers().forEach(request::header);
        CompletableFuture<HttpResponse<byte[]>> answer =
                client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        try {
            return answer(answer.get(patience.toNanos(), TimeUnit.NANOSECONDS));
        } catch (ExecutionException | TimeoutException e) {
            return null;
        } finally {
            answer.cancel(true);
        }
    }

    /** Sends all, and hangs up without a look at the answer. */
    void postAndHangUp(Channel channel, SignedCallback callback, Duration patience) {
        StringBuilder head = new StringBuilder("POST " + path(channel) + " HTTP/1.1\r\n");
        head.append("Host: ").append(base.getRawAuthority()).append("\r\n");
        callback.headers()
                .forEach((name, value) ->
                        head.append(name).append(": ").append(value).append("\r\n"));
        head.append("Content-Length: ").append(callback.body().length).append("\r\n\r\n");
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(base.getHost(), base.getPort()), Math.toIntExact(patience.toMillis()));
            OutputStream out = socket.getOutputStream();
            out.write(Signatures.content(head.toString(), callback.body(), ""));
            out.flush();
        } catch (IOException e) {
            // nobody there is a lost acknowledgement too
        }
    }

    private static String path(Channel channel) {
        return "/api/callbacks/" + channel.path();
    }

    private static Answer answer(HttpResponse<byte[]> response) {
        Duration retryAfter = response.headers()
                .firstValue("Retry-After")
                .filter(value -> value.matches("\\d{1,9}"))
                .map(value -> Duration.ofSeconds(Long.parseLong(value)))
                .orElse(null);
        return new Answer(response.statusCode(), response.body(), retryAfter);
    }
}
