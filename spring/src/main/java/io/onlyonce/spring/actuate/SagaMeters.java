package io.onlyonce.spring.actuate;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.onlyonce.inbox.InboxStore;
import io.onlyonce.saga.Saga;
import io.onlyonce.transaction.TransactionRunner;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gauge {@code onlyonce.sagas}: how many sagas are unfinished, of all instances, a thousand at most; tags {@code saga} and {@code state}: {@code running}, and {@code parked}, which were put aside for people. The
 * inbox is asked at most once in ten seconds, and one that is down gives no number. Thread-safe.
 */
public final class SagaMeters implements MeterBinder {
    private static final Logger log = LoggerFactory.getLogger(SagaMeters.class);
    private static final int MOST = 1000;

    private final List<Saga<?, ?>> sagas;
    private final InboxStore inbox;
    private final TransactionRunner home;

    /**
     * @param inbox where unfinished sagas lie
     * @param home the inbox's transactions
     */
    public SagaMeters(List<Saga<?, ?>> sagas, InboxStore inbox, TransactionRunner home) {
        this.sagas = List.copyOf(sagas);
        this.inbox = inbox;
        this.home = home;
    }

    private record Unfinished(long running, long parked) {}

    @Override
    public void bindTo(MeterRegistry registry) {
        for (Saga<?, ?> saga : sagas) {
            Seldom<Unfinished> unfinished = new Seldom<>(() -> count(saga), System::nanoTime);
            register(registry, saga, "running", unfinished, Unfinished::running);
            register(registry, saga, "parked", unfinished, Unfinished::parked);
        }
    }

    private static void register(
            MeterRegistry registry,
            Saga<?, ?> saga,
            String state,
            Seldom<Unfinished> unfinished,
            ToLongFunction<Unfinished> number) {
        Gauge.builder("onlyonce.sagas", unfinished, asked -> {
                    Unfinished found = asked.value();
                    return found == null ? Double.NaN : number.applyAsLong(found);
                })
                .description("Unfinished sagas, a thousand at most, by whether they were put aside for people.")
                .tag("saga", saga.name())
                .tag("state", state)
                .strongReference(true)
                .register(registry);
    }

    private @Nullable Unfinished count(Saga<?, ?> saga) {
        try {
            return home.run(() -> Ended.rollBack(new Unfinished(
                    inbox.waiting(saga.source(), MOST).size(),
                    inbox.parked(saga.source(), MOST).size())));
        } catch (Exception e) {
            log.debug("The unfinished sagas {} cannot be counted.", saga.name(), e);
            return null;
        }
    }
}
