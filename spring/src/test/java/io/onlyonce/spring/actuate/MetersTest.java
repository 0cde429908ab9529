package io.onlyonce.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.onlyonce.error.LockBusyException;
import io.onlyonce.error.LockLostException;
import io.onlyonce.lock.LockEvents.Event;
import io.onlyonce.lock.LockName;
import io.onlyonce.lock.LockTerms;
import io.onlyonce.lock.Locks;
import io.onlyonce.memory.MemoryLockProvider;
import io.onlyonce.memory.MemoryTransactions;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What goes wrong with locks, as meters. */
class MetersTest {
    private static final LockName NAME = new LockName("account/4711");
    private static final LockTerms ONCE = new LockTerms(Duration.ZERO, Duration.ofMinutes(1));

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Meters meters = new Meters();
    private final MemoryLockProvider provider = new MemoryLockProvider();
    private final Locks locks = new Locks(provider, new MemoryTransactions(), meters);

    private double count(Event event) {
        return registry.get("onlyonce.locks")
                .tag("event", event.name().toLowerCase(Locale.ROOT))
                .counter()
                .count();
    }

    @Test
    @DisplayName("B-44 a late write that changed nothing is counted, and so is a lock that was busy; names are no tags")
    void counted() throws Exception {
        meters.bindTo(registry);
        assertThat(count(Event.LATE_WRITE)).isZero();
        assertThatThrownBy(() -> locks.run(NAME, ONCE, held -> {
                    held.mustHaveChanged(1);
                    assertThat(provider.tryAcquire(NAME, "another", Duration.ofMinutes(1)))
                            .isEmpty();
                    provider.expire(NAME);
                    held.mustHaveChanged(0);
                    return null;
                }))
                .isInstanceOf(LockLostException.class);
        assertThat(count(Event.LATE_WRITE)).isEqualTo(1);
        assertThat(provider.tryAcquire(NAME, "another", Duration.ofMinutes(1))).isPresent();
        assertThatThrownBy(() -> locks.run(NAME, ONCE, held -> null)).isInstanceOf(LockBusyException.class);
        assertThat(count(Event.BUSY)).isEqualTo(1);
        assertThat(registry.getMeters()).hasSize(Event.values().length);
    }
}
