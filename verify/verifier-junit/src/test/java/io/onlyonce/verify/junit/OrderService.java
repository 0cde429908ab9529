package io.onlyonce.verify.junit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;

/** A service inside the test's process, as a Spring Boot test has it: right, or forgetful of its keys. Its orders are rows. */
final class OrderService implements AutoCloseable {
    private static final Pattern REF = Pattern.compile("\"ref\":\"([^\"]+)\"");
    private static final AtomicLong NUMBERS = new AtomicLong();

    private final HttpServer server;
    private final boolean forgetful;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final JdbcConnectionPool orders;
    private final Map<String, Kept> records = new ConcurrentHashMap<>();
    private final Map<String, Long> effects = new ConcurrentHashMap<>();

    private record Kept(String body, CompletableFuture<String> answer) {}

    OrderService(boolean forgetful) throws IOException, SQLException {
        this.forgetful = forgetful;
        this.orders = JdbcConnectionPool.create(
                "jdbc:h2:mem:orders" + NUMBERS.incrementAndGet() + ";DB_CLOSE_DELAY=-1", "sa", "");
        try (Connection connection = orders.getConnection()) {
            connection.createStatement().execute("create table orders(id identity primary key, ref varchar(60))");
        }
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
        server.setExecutor(threads);
        server.createContext("/orders", this::serve);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + port();
    }

    int port() {
        return server.getAddress().getPort();
    }

    DataSource dataSource() {
        return orders;
    }

    long effects(String ref) {
        return effects.getOrDefault(ref, 0L);
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
            byte[] bytes = exchange.getRequestBody().readAllBytes();
            if (bytes.length != Integer.parseInt(exchange.getRequestHeaders().getFirst("Content-Length"))) {
                return; // the connection was cut: the JDK's server takes what came for the whole
            }
            String body = new String(bytes, StandardCharsets.UTF_8);
            Kept mine = new Kept(body, new CompletableFuture<>());
            Kept kept = forgetful ? null : records.putIfAbsent(key, mine);
            if (kept == null) {
                mine.answer().complete(place(body));
                answer(exchange, 201, mine.answer().join());
            } else if (kept.body().equals(body)) {
                answer(exchange, 201, kept.answer().join());
            } else {
                answer(exchange, 422, "another payload");
            }
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    private String place(String body) throws SQLException {
        Matcher ref = REF.matcher(body);
        if (!ref.find()) {
            throw new IllegalArgumentException(body);
        }
        effects.merge(ref.group(1), 1L, Long::sum);
        try (Connection connection = orders.getConnection();
                PreparedStatement insert = connection.prepareStatement("insert into orders(ref) values (?)")) {
            insert.setString(1, ref.group(1));
            insert.executeUpdate();
        }
        return "{\"ref\":\"" + ref.group(1) + "\"}";
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        orders.dispose();
    }
}
