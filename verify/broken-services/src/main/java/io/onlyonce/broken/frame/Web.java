package io.onlyonce.broken.frame;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/** The HTTP interface of one service, on the JDK's own server. */
public final class Web implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Web.class);
    private static final int THREADS = 64;
    private static final int BACKLOG = 1024;

    static {
        // or each answer on a kept connection waits 40 ms for the other side's acknowledgement
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

    private Web(HttpServer server) {
        this.server = server;
    }

    /** Listens on 127.0.0.1 and answers; {@code GET /health} as well. */
    public static Web open(int port, Routes routes) throws IOException {
        Web web = new Web(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG));
        routes.get("/health", request -> Answer.ok(Json.object("status", "UP")));
        web.server.createContext("/", exchange -> answer(routes, exchange));
        web.server.setExecutor(web.threads);
        web.server.start();
        return web;
    }

    public int port() {
        return server.getAddress().getPort();
    }

    private static void answer(Routes routes, HttpExchange exchange) throws IOException {
        try (exchange) {
            Answer answer = answerOf(routes, exchange);
            byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
            answer.headers().forEach(exchange.getResponseHeaders()::set);
            exchange.getResponseHeaders()
                    .set("Content-Type", answer.status() < 400 ? "application/json" : "application/problem+json");
            exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
            if (body.length > 0) {
                exchange.getResponseBody().write(body);
            }
        }
    }

    private static Answer answerOf(Routes routes, HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Routes.Match match = routes.find(exchange.getRequestMethod(), path);
        if (match == null) {
            return Problems.notFound(exchange.getRequestMethod() + " " + path);
        }
        try {
            return match.handler().handle(new Request(match.path(), exchange.getRequestHeaders(), Json.read(body)));
        } catch (BadRequestException | JacksonException e) {
            return Problems.badRequest(String.valueOf(e.getMessage()));
        } catch (UnavailableException e) {
            return Problems.unavailable(String.valueOf(e.getMessage()));
        } catch (Exception e) {
            log.warn("{} {} failed", exchange.getRequestMethod(), path, e);
            return Problems.failed();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
