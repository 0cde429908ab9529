package io.onlyonce.spring.actuate;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.onlyonce.lock.LockEvents;
import io.onlyonce.lock.LockName;
import io.onlyonce.probe.Decision;
import io.onlyonce.probe.Point;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.RecordKey;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Counts decisions and what goes wrong with locks. Thread-safe.
 *
 * <ul>
 *   <li>Timer {@code onlyonce.calls}: how many calls ended how, and how long they took; tags {@code operation} and {@code decision}.
 *   <li>Counter {@code onlyonce.locks}: tag {@code event}.
 * </ul>
 *
 * <p>Each tag has few values: operations are named in the program, never by requests; neither keys nor names of locks are among them.
 */
public final class Meters implements Probe, LockEvents, MeterBinder {
    private final List<MeterRegistry> registries = new CopyOnWriteArrayList<>();

    @Override
    public void bindTo(MeterRegistry registry) {
        registries.add(registry);
        for (Event event : Event.values()) {
            registry.counter("onlyonce.locks", "event", word(event));
        }
    }

    @Override
    public void reached(Point point, RecordKey key) {}

    @Override
    public void decided(Decision decision) {
        for (MeterRegistry registry : registries) {
            Timer.builder("onlyonce.calls")
                    .description("Calls of operations that take effect only once, by how they ended.")
                    .tag("operation", decision.key().operation())
                    .tag("decision", word(decision.kind()))
                    .register(registry)
                    .record(decision.took());
        }
    }

    @Override
    public void happened(Event event, LockName name) {
        registries.forEach(registry ->
                registry.counter("onlyonce.locks", "event", word(event)).increment());
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
