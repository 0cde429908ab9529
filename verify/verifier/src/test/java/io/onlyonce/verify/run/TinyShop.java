package io.onlyonce.verify.run;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** A service in this process, right or with one fault. It keeps its effects in memory and tells of them at {@code /effects}. */
final class TinyShop implements AutoCloseable {
    /** What is wrong with it. */
    enum Fault {
        NONE,
        NO_KEYS,
        CHECK_THEN_ACT,
        NEW_BODY,
        NO_SCOPE,
        NO_FINGERPRINT,
        STUCK,
        ANSWERS_ONLY,
        DIES
    }

    private static final long WORK_NANOS = 5_000_000;

    private final Fault fault;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, String[]> known = new ConcurrentHashMap<>();
    private final List<String> effects = new CopyOnWriteArrayList<>();
    private final AtomicInteger numbers = new AtomicInteger();
    private final AtomicInteger requests = new AtomicInteger();

    TinyShop(Fault fault) throws IOException {
        this.fault = fault;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
        server.setExecutor(threads);
        server.createContext("/orders", this::order);
        server.createContext("/effects", exchange -> {
            List<String> rows = new ArrayList<>();
            effects.forEach(ref -> rows.add("{\"ref\":\"" + ref + "\",\"count\":1}"));
            answer(exchange, 200, "{\"items\":[" + String.join(",", rows) + "]}", false);
        });
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void order(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
        if (fault == Fault.DIES && requests.incrementAndGet() > 60) {
            server.stop(0);
            return;
        }
        String scope =
                fault == Fault.NO_SCOPE ? "" : exchange.getRequestHeaders().getFirst("X-User-Id");
        String id = scope + "/" + key;
        String ref = body.replaceAll(".*\"ref\":\"([^\"]*)\".*", "$1");
        switch (fault) {
            case NO_KEYS -> answer(exchange, 201, work(ref), false);
            case CHECK_THEN_ACT -> {
                String[] seen = known.get(id);
                if (seen != null) {
                    answer(exchange, 201, seen[1], true);
                    return;
                }
                String made = work(ref);
                known.put(id, new String[] {body, made});
                answer(exchange, 201, made, false);
            }
            default -> {
                String[] mine = {body, ""};
                String[] seen = known.putIfAbsent(id, mine);
                if (seen == null) {
                    if (fault == Fault.STUCK && numbers.get() % 3 == 1) {
                        numbers.incrementAndGet();
                        answer(exchange, 500, "{}", false);
                        return;
                    }
                    String made = fault == Fault.ANSWERS_ONLY ? "{\"ref\":\"" + ref + "\"}" : work(ref);
                    synchronized (mine) {
                        mine[1] = made;
                    }
                    answer(exchange, 201, made, false);
                } else if (!seen[0].equals(body) && fault != Fault.NO_FINGERPRINT) {
                    answer(exchange, 422, "{\"code\":\"key-reused\"}", false);
                } else {
                    String made;
                    synchronized (seen) {
                        made = seen[1];
                    }
                    if (made.isEmpty()) {
                        exchange.getResponseHeaders().set("Retry-After", "1");
                        answer(exchange, 409, "{\"code\":\"in-progress\"}", false);
                    } else {
                        answer(exchange, 201, fault == Fault.NEW_BODY ? made + " " : made, true);
                    }
                }
            }
        }
    }

    private String work(String ref) {
        LockSupport.parkNanos(WORK_NANOS);
        effects.add(ref);
        return "{\"orderId\":" + numbers.incrementAndGet() + ",\"ref\":\"" + ref + "\"}";
    }

    private static void answer(HttpExchange exchange, int status, String body, boolean replayed) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        if (replayed) {
            exchange.getResponseHeaders().set("Idempotent-Replayed", "true");
        }
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
