package io.onlyonce.spring.actuate;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.onlyonce.error.OnlyOnceException;
import io.onlyonce.record.RecordSearch;
import io.onlyonce.record.RecordSearch.Claims;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gauge {@code onlyonce.claims}: how many leased claims the store has, of all instances; tag {@code state}: {@code working}, and {@code abandoned}, of which nobody has told the
 * outcome. The store is asked at most once in ten seconds, and a store that is down gives no number. Thread-safe.
 */
public final class ClaimMeters implements MeterBinder {
    private static final Logger log = LoggerFactory.getLogger(ClaimMeters.class);

    private final RecordSearch search;
    private final Seldom<Claims> claims;

    public ClaimMeters(RecordSearch search) {
        this(search, System::nanoTime);
    }

    ClaimMeters(RecordSearch search, LongSupplier nanoTime) {
        this.search = search;
        this.claims = new Seldom<>(this::count, nanoTime);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        register(registry, "working", Claims::working);
        register(registry, "abandoned", Claims::abandoned);
    }

    private void register(MeterRegistry registry, String state, ToLongFunction<Claims> number) {
        Gauge.builder("onlyonce.claims", this, meters -> meters.number(number))
                .description("Claims of leased work in the store, by whether their lease lasts.")
                .tag("state", state)
                .strongReference(true)
                .register(registry);
    }

    private double number(ToLongFunction<Claims> number) {
        Claims found = claims.value();
        return found == null ? Double.NaN : number.applyAsLong(found);
    }

    private @Nullable Claims count() {
        try {
            return search.countClaims();
        } catch (OnlyOnceException e) {
            log.debug("The claims cannot be counted.", e);
            return null;
        }
    }
}
