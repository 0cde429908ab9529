package io.onlyonce.simulator;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A real server on this computer that answers as it is told: the replies in their order, and the last one for ever. */
final class Merchant implements AutoCloseable {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private final Queue<Reply> replies = new ConcurrentLinkedQueue<>();
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private volatile Reply last = Reply.of(204, "");

    Merchant() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    /** What came. */
    record Received(String path, SignedCallback callback) {}

    /** What is answered. */
    @FunctionalInterface
    interface Reply {
        void to(HttpExchange exchange, SignedCallback callback) throws IOException;

        static Reply of(int status, String body) {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            return (exchange, callback) -> {
                exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
                exchange.getResponseBody().write(bytes);
            };
        }

        default Reply with(String name, String value) {
            return (exchange, callback) -> {
                exchange.getResponseHeaders().add(name, value);
                to(exchange, callback);
            };
        }
    }

    Merchant replying(Reply... inOrder) {
        replies.addAll(List.of(inOrder));
        last = inOrder[inOrder.length - 1];
        return this;
    }

    URI base() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    List<Received> received() {
        return received;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            Map<String, String> headers = new LinkedHashMap<>();
            exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.get(0)));
            SignedCallback callback =
                    new SignedCallback(headers, exchange.getRequestBody().readAllBytes());
            received.add(new Received(exchange.getRequestURI().getPath(), callback));
            Reply reply = replies.poll();
            (reply == null ? last : reply).to(exchange, callback);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
