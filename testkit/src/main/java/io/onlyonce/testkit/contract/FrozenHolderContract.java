package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onlyonce.lock.Grant;
import io.onlyonce.lock.LockName;
import io.onlyonce.lock.LockProvider;
import io.onlyonce.testkit.ChildJvm;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * What no lock can prevent and a fence does: a real process is stopped by a signal for longer than its lease, after it has made sure of its lock and before it
 * writes. A provider's test gives the provider, and a child's {@code main} that calls {@link FrozenHolder#run}.
 */
public abstract class FrozenHolderContract {
    private static final Duration LONG = Duration.ofMinutes(10);

    /** The provider that the second holder uses. */
    protected abstract LockProvider provider();

    /** The class whose {@code main} is the child's. */
    protected abstract Class<?> child();

    /** Where the child finds the locks. */
    protected abstract String address();

    /** How long the holder's lease is: its JVM has just started, and must not lose it before it is frozen. */
    protected Duration lease() {
        return Duration.ofSeconds(5);
    }

    /** A database of the test's own for the guarded row. */
    protected TestDatabase newDatabase() {
        return TestServers.postgres();
    }

    @Test
    @DisplayName(
            "B-24 B-44 a holder is frozen beyond its lease and wakes up: its late write changes 0 rows, it is told, and the next one keeps the lock")
    void frozen() throws Exception {
        LockName name = new LockName("frozen/" + UUID.randomUUID());
        try (TestDatabase guarded = newDatabase()) {
            guarded.execute(
                    "CREATE TABLE account (id INT PRIMARY KEY, balance INT NOT NULL, fence BIGINT NOT NULL)",
                    "INSERT INTO account (id, balance, fence) VALUES (1, 0, 0)");
            try (ChildJvm holder = ChildJvm.start(
                    child(),
                    name.value(),
                    lease().toString(),
                    guarded.url(),
                    guarded.user(),
                    guarded.password(),
                    address())) {
                String[] held = holder.hear().split(" ");
                long fence = Long.parseLong(held[1]);
                assertThat(held).containsExactly("held", held[1], "written", "1");
                assertThat(provider().tryAcquire(name, "second", LONG)).isEmpty();

                holder.freeze();
                Grant second = taken(name);
                long next = second.fence().number();
                assertThat(next).isGreaterThan(fence);
                assertThat(guarded.update(FrozenHolder.GUARDED, 200, next, next))
                        .isEqualTo(1);

                holder.thaw();
                holder.say("go on");
                assertThat(holder.hear()).isEqualTo("late 0 lock-lost counted 1");
                assertThat(holder.exitCode()).isZero();
                assertThat(holder.output()).contains("changed nothing");
                assertThat(provider().release(second)).as("not taken away").isTrue();
                assertThat(guarded.queryLong("SELECT COUNT(*) FROM account WHERE balance = 200 AND fence = ?", next))
                        .isEqualTo(1);
            }
        }
    }

    private Grant taken(LockName name) {
        List<Grant> grants = new ArrayList<>();
        await().atMost(Duration.ofMinutes(1)).until(() -> {
            provider().tryAcquire(name, "second", LONG).ifPresent(grants::add);
            return !grants.isEmpty();
        });
        return grants.get(0);
    }
}
