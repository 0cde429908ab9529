package io.onlyonce.spring.actuate;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.onlyonce.messaging.ConsumerEvents;
import io.onlyonce.messaging.Delivered;
import io.onlyonce.messaging.Disposition;
import io.onlyonce.messaging.Disposition.Acknowledge;
import io.onlyonce.messaging.Disposition.Later;
import io.onlyonce.messaging.outbox.OutboxEvents;
import io.onlyonce.messaging.outbox.Relayed;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts messages. Thread-safe.
 *
 * <ul>
 *   <li>Counter {@code onlyonce.messages}: what has become of deliveries; tags {@code consumer} and {@code disposition}.
 *   <li>Counter {@code onlyonce.outbox}: what has become of messages that are to be sent; tags {@code outbox} and {@code outcome}: confirmed, later, parked. Each run that
 *       can't reach its broker counts as {@code unreachable}.
 *   <li>Gauge {@code onlyonce.outbox.oldest}: how old the message was in the last run that had waited longest of those due, or is due first; tag {@code outbox}. It grows while something doesn't
 *       get out.
 * </ul>
 *
 * <p>Each tag has few values: consumers and outboxes are named in the program; neither ids nor queues are among them.
 */
public final class MessagingMeters implements ConsumerEvents, OutboxEvents, MeterBinder {
    private final List<MeterRegistry> registries = new CopyOnWriteArrayList<>();
    private final Map<String, AtomicLong> oldest = new ConcurrentHashMap<>();

    @Override
    public void bindTo(MeterRegistry registry) {
        registries.add(registry);
        oldest.forEach((outbox, age) -> register(registry, outbox, age));
    }

    @Override
    public void disposed(String consumer, Delivered message, Disposition disposition) {
        registries.forEach(registry -> registry.counter(
                        "onlyonce.messages", "consumer", consumer, "disposition", word(disposition))
                .increment());
    }

    private static String word(Disposition disposition) {
        if (disposition instanceof Acknowledge acknowledge) {
            return word(acknowledge.because());
        }
        return disposition instanceof Later later ? word(later.why()) : "dead_letter";
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public void relayed(String outbox, Relayed run) {
        count(outbox, "confirmed", run.confirmed());
        count(outbox, "later", run.later());
        count(outbox, "parked", run.parked());
        count(outbox, "unreachable", run.unreachable() ? 1 : 0);
        oldest.computeIfAbsent(outbox, this::newAge).set(run.oldest().toMillis());
    }

    private void count(String outbox, String outcome, int count) {
        registries.forEach(registry -> registry.counter("onlyonce.outbox", "outbox", outbox, "outcome", outcome)
                .increment(count));
    }

    private AtomicLong newAge(String outbox) {
        AtomicLong age = new AtomicLong();
        registries.forEach(registry -> register(registry, outbox, age));
        return age;
    }

    private static void register(MeterRegistry registry, String outbox, AtomicLong age) {
        TimeGauge.builder("onlyonce.outbox.oldest", age, TimeUnit.MILLISECONDS, AtomicLong::doubleValue)
                .description("How old the oldest message was that waits.")
                .tag("outbox", outbox)
                .register(registry);
    }
}
