package io.onlyonce.spring.actuate;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.onlyonce.lock.LockEvents;
import io.onlyonce.lock.LockName;
import io.onlyonce.probe.Decision;
import io.onlyonce.probe.Point;
import io.onlyonce.probe.Probe;
import io.onlyonce.probe.Rejection;
import io.onlyonce.probe.RejectionEvents;
import io.onlyonce.record.RecordKey;
import io.onlyonce.spring.PurgeEvents;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Counts decisions, times their steps, and counts what goes wrong with locks and what the purge deletes. Thread-safe.
 *
 * <ul>
 *   <li>Timer {@code onlyonce.calls}: how many calls ended how, and how long they took; tags {@code operation} and {@code decision}.
 *   <li>Timer {@code onlyonce.steps}: how long the steps of the calls took that ran the work; tags {@code operation} and {@code step}: claim, work, complete, commit.
 *   <li>Gauge {@code onlyonce.working}: how many calls run their work in this process just now.
 *   <li>Counter {@code onlyonce.rejections}: requests that an edge refused before anything was asked; tags {@code operation} and {@code code}, why.
 *   <li>Counter {@code onlyonce.locks}: tag {@code event}.
 *   <li>Timer {@code onlyonce.purge}: rounds of the purge; tags {@code store} and {@code outcome} (done, failed). Counter {@code onlyonce.purged}: rows that they deleted; tag
 *       {@code store}.
 * </ul>
 *
 * <p>Each tag has few values: operations are named in the program, never by requests; neither keys nor names of locks are among them.
 */
public final class Meters implements Probe, RejectionEvents, LockEvents, PurgeEvents, MeterBinder {
    private final List<MeterRegistry> registries = new CopyOnWriteArrayList<>();
    private final StepTimes steps = new StepTimes();

    @Override
    public void bindTo(MeterRegistry registry) {
        registries.add(registry);
        for (Event event : Event.values()) {
            registry.counter("onlyonce.locks", "event", word(event));
        }
        Gauge.builder("onlyonce.working", steps, StepTimes::working)
                .description("Calls that run their work in this process just now.")
                .register(registry);
    }

    @Override
    public void reached(Point point, RecordKey key) {
        steps.reached(point, key)
                .ifPresent(ended -> registries.forEach(registry -> Timer.builder("onlyonce.steps")
                        .description("The steps of calls that ran the work: claim, work, complete, commit.")
                        .tag("operation", key.operation())
                        .tag("step", ended.step())
                        .register(registry)
                        .record(ended.took())));
    }

    @Override
    public void decided(Decision decision) {
        steps.ended(decision.key());
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
    public void rejected(Rejection rejection) {
        registries.forEach(registry -> Counter.builder("onlyonce.rejections")
                .description("Requests that were refused before anything was asked, by why.")
                .tag("operation", rejection.operation())
                .tag("code", rejection.code())
                .register(registry)
                .increment());
    }

    @Override
    public void happened(Event event, LockName name) {
        registries.forEach(registry ->
                registry.counter("onlyonce.locks", "event", word(event)).increment());
    }

    @Override
    public void purged(Purged round) {
        for (MeterRegistry registry : registries) {
            Timer.builder("onlyonce.purge")
                    .description("Rounds of the purge, by store and by how they ended.")
                    .tag("store", round.store())
                    .tag("outcome", round.failed() ? "failed" : "done")
                    .register(registry)
                    .record(round.took());
            Counter.builder("onlyonce.purged")
                    .description("Expired rows that were deleted.")
                    .tag("store", round.store())
                    .register(registry)
                    .increment(round.deleted());
        }
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
