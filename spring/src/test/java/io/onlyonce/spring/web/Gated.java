package io.onlyonce.spring.web;

import io.onlyonce.probe.Decision;
import io.onlyonce.probe.Point;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.RecordKey;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.support.Effects;
import io.onlyonce.spring.web.Things.NewOrder;
import io.onlyonce.testkit.FaultProbe;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Handlers that are held up on their way: a gate stands at each point of a run. */
final class Gated {
    private Gated() {}

    /** Holds the runs of one key up at a point, or lets them die there. */
    static class Gate implements Probe {
        private final AtomicReference<@Nullable Held> held = new AtomicReference<>();
        private final Map<String, Point> faults = new ConcurrentHashMap<>();

        record Held(String key, Point point, CountDownLatch reached, CountDownLatch goOn) {}

        Held hold(String key, Point point) {
            Held next = new Held(key, point, new CountDownLatch(1), new CountDownLatch(1));
            held.set(next);
            return next;
        }

        void dieOnce(String key, Point point) {
            faults.put(key, point);
        }

        @Override
        public void reached(Point point, RecordKey key) {
            Held now = held.get();
            if (now != null && now.point == point && now.key.equals(key.key())) {
                now.reached.countDown();
                try {
                    now.goOn.await(60, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            if (faults.remove(key.key(), point)) {
                FaultProbe.once(point).reached(point, key);
            }
        }

        @Override
        public void decided(Decision decision) {}
    }

    @RestController
    static class Controller {
        private final Effects effects;

        Controller(Effects effects) {
            this.effects = effects;
        }

        @PostMapping("/impatient")
        @Idempotent(patience = "0s")
        public String impatient(@RequestBody NewOrder order) {
            effects.write(order.no());
            return "done";
        }

        @PostMapping("/large")
        @Idempotent
        public void large(@RequestBody NewOrder order, HttpServletResponse response) throws IOException {
            effects.write(order.no());
            response.setContentType("text/plain");
            for (int i = 0; i < 100; i++) {
                response.getOutputStream().write("x".repeat(5_000).getBytes(StandardCharsets.US_ASCII));
                response.flushBuffer();
            }
        }
    }
}
