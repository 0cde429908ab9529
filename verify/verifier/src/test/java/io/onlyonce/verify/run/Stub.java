package io.onlyonce.verify.run;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A service that does what a test says. Its effects are at {@code /effects}, as the tiny shop's. */
final class Stub implements AutoCloseable {
    final List<String> effects = new CopyOnWriteArrayList<>();

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** Serves one request. */
    interface Service {
        void serve(HttpExchange exchange, String body) throws IOException, InterruptedException;
    }

    Stub(Service service) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
        server.setExecutor(threads);
        on("/", service);
        on("/effects", (exchange, body) -> {
            List<String> rows = new ArrayList<>();
            effects.forEach(ref -> rows.add("{\"ref\":\"" + ref + "\",\"count\":1}"));
            answer(exchange, 200, "{\"items\":[" + String.join(",", rows) + "]}");
        });
        server.start();
    }

    void on(String path, Service service) {
        server.createContext(path, exchange -> {
            try {
                service.serve(exchange, new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** What is sent by all plans here. */
    static String ref(String body) {
        return body.replaceAll(".*\"ref\":\"([^\"]*)\".*", "$1");
    }

    static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
        exchange.close();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** As if its process were gone. */
    void die() {
        server.stop(0);
    }

    @Override
    public void close() {
        die();
        threads.shutdownNow();
    }
}
