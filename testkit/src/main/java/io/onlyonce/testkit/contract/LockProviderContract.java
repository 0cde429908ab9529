package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.onlyonce.error.LockBusyException;
import io.onlyonce.error.LockLostException;
import io.onlyonce.error.MisuseException;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.lock.Grant;
import io.onlyonce.lock.LockName;
import io.onlyonce.lock.LockProvider;
import io.onlyonce.lock.LockTerms;
import io.onlyonce.lock.Locks;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.testkit.Herd;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The contract of a {@link LockProvider}. A provider's test gives {@link #provider()} and {@link #expire}; each test uses names of its own.
 */
public abstract class LockProviderContract {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final LockTerms PATIENT = new LockTerms(Duration.ofMinutes(1), LONG);
    private static final LockTerms ONCE = new LockTerms(Duration.ZERO, LONG);

    private final LockName name = new LockName("lock/" + UUID.randomUUID());
    private final MemoryTransactions transactions = new MemoryTransactions();

    /** The provider; the same, or another one on the same store, each time. */
    protected abstract LockProvider provider();

    /** Ends the lease of whoever holds the lock, as time would. */
    protected abstract void expire(LockName name) throws Exception;

    private Locks locks() {
        return new Locks(provider(), transactions);
    }

    private Grant acquired(String owner) {
        return provider().tryAcquire(name, owner, LONG).orElseThrow();
    }

    @Test
    @DisplayName("one holder: another owner is refused until the release, and then has a greater fence")
    void oneHolder() {
        Grant first = acquired("one");
        assertThat(first.name()).isEqualTo(name);
        assertThat(provider().tryAcquire(name, "two", LONG)).isEmpty();
        assertThat(provider().release(first)).isTrue();
        assertThat(provider().release(first)).as("it is over").isFalse();
        Grant second = acquired("two");
        assertThat(second.fence()).isGreaterThan(first.fence());
        assertThat(provider().release(first)).as("B-24 somebody else's").isFalse();
        assertThat(provider().renew(second, LONG)).isTrue();
        assertThat(provider().release(second)).isTrue();
    }

    @Test
    @DisplayName("B-23 an owner whose answer was lost asks again and gets the same grant")
    void recognised() {
        Grant first = acquired("one");
        assertThat(provider().tryAcquire(name, "one", LONG)).contains(first);
        assertThat(provider().release(first)).isTrue();
        Grant later = acquired("one");
        assertThat(later.fence())
                .as("a new grant, although the owner is the same")
                .isGreaterThan(first.fence());
    }

    @Test
    @DisplayName(
            "B-23 the answer that granted the lock is lost: the attempt asks again and has it, with the fence that it was granted")
    void answerLost() throws Exception {
        List<Grant> lost = new ArrayList<>();
        LockProvider lossy = new LockProvider() {
            @Override
            public Optional<Grant> tryAcquire(LockName name, String owner, Duration lease) {
                Optional<Grant> grant = provider().tryAcquire(name, owner, lease);
                if (lost.isEmpty()) {
                    lost.add(grant.orElseThrow());
                    throw new StoreUnavailableException(new IOException("the answer was lost"));
                }
                return grant;
            }

            @Override
            public boolean renew(Grant grant, Duration lease) {
                return provider().renew(grant, lease);
            }

            @Override
            public boolean release(Grant grant) {
                return provider().release(grant);
            }
        };
        AtomicInteger effects = new AtomicInteger();
        new Locks(lossy, transactions).run(name, PATIENT, lock -> {
            assertThat(lock.fence()).isEqualTo(lost.get(0).fence());
            return effects.incrementAndGet();
        });
        assertThat(effects).hasValue(1);
        assertThat(provider().release(lost.get(0))).as("it was released").isFalse();
        assertThat(provider().release(acquired("next"))).isTrue();
    }

    @Test
    @DisplayName("B-24 a lease that ran out: the next one gets the lock, the late owner neither renews nor releases it")
    void overtaken() throws Exception {
        Grant late = acquired("one");
        expire(name);
        Grant next = acquired("two");
        assertThat(next.fence()).isGreaterThan(late.fence());
        assertThat(provider().renew(late, LONG)).isFalse();
        assertThat(provider().release(late)).isFalse();
        assertThat(provider().tryAcquire(name, "three", LONG))
                .as("two still has it")
                .isEmpty();
    }

    @Test
    @DisplayName("a lease that ran out is over, also if nobody came in between")
    void over() throws Exception {
        Grant late = acquired("one");
        expire(name);
        assertThat(provider().renew(late, LONG)).isFalse();
        assertThat(provider().release(late)).isFalse();
        assertThat(acquired("one").fence()).isGreaterThan(late.fence());
    }

    @Test
    @DisplayName("B-24 a lease of a fraction of a second ends by itself, and not before it is over")
    void subSecond() {
        Duration lease = Duration.ofMillis(300);
        long asked = System.nanoTime();
        Grant first = provider().tryAcquire(name, "one", lease).orElseThrow();
        await().atMost(Duration.ofMinutes(1)).pollInterval(Duration.ofMillis(5)).until(() -> {
            Optional<Grant> next = provider().tryAcquire(name, "two", LONG);
            next.ifPresent(grant -> assertThat(grant.fence()).isGreaterThan(first.fence()));
            return next.isPresent();
        });
        assertThat(Duration.ofNanos(System.nanoTime() - asked)).isGreaterThanOrEqualTo(lease.minusMillis(5));
    }

    @Test
    @DisplayName("a renewal prolongs: after it the old end means nothing")
    void renewed() {
        Duration lease = Duration.ofMillis(300);
        Grant grant = renewedInTime(lease);
        while (grant == null) { // on a machine that stood still for a lease it is over
            lease = lease.multipliedBy(2);
            grant = renewedInTime(lease);
        }
        long renewedAt = System.nanoTime();
        long oldEnd = lease.toNanos();
        await().atMost(Duration.ofMinutes(1)).until(() -> System.nanoTime() - renewedAt > 2 * oldEnd);
        assertThat(provider().tryAcquire(name, "two", LONG)).isEmpty();
        assertThat(provider().release(grant)).isTrue();
    }

    /** A grant of this lease, renewed for long; null if more than the lease had passed by then, and it was refused for that. */
    private @Nullable Grant renewedInTime(Duration lease) {
        long asked = System.nanoTime();
        Grant grant = provider().tryAcquire(name, "one", lease).orElseThrow();
        boolean renewed = provider().renew(grant, LONG);
        boolean tooLate = System.nanoTime() - asked >= lease.toNanos();
        assertThat(renewed || tooLate).as("renewed, or too late").isTrue();
        return renewed ? grant : null;
    }

    @Test
    @DisplayName("names are told apart byte by byte")
    void names() {
        acquired("one");
        for (String other : List.of(name.value().toUpperCase(java.util.Locale.ROOT), name.value() + "x", "x")) {
            LockName different =
                    new LockName(other.equals("x") ? "x/" + name.value().substring(5) : other);
            Grant grant = provider().tryAcquire(different, "two", LONG).orElseThrow();
            assertThat(provider().release(grant)).isTrue();
        }
    }

    @Test
    @DisplayName("fifty who want it at once, fifty rounds: one gets it, and the fences rise")
    void race() {
        long last = 0;
        for (int round = 0; round < 50; round++) {
            List<Optional<Grant>> answers =
                    Herd.of(16).runAll(member -> provider().tryAcquire(name, "owner-" + member, LONG));
            List<Grant> grants = answers.stream().flatMap(Optional::stream).toList();
            assertThat(grants).hasSize(1);
            assertThat(grants.get(0).fence().number()).isGreaterThan(last);
            last = grants.get(0).fence().number();
            assertThat(provider().release(grants.get(0))).isTrue();
        }
    }

    @Test
    @DisplayName(
            "eight threads count up without any other guard, 25 times each: the sum is exact, nobody is inside with another")
    void counter() {
        int[] counter = {0};
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger overlaps = new AtomicInteger();
        Locks locks = locks();
        Herd.of(8).within(Duration.ofMinutes(5)).runAll(member -> {
            for (int i = 0; i < 25; i++) {
                locks.run(name, PATIENT, lock -> {
                    overlaps.addAndGet(inside.getAndIncrement());
                    counter[0]++;
                    inside.decrementAndGet();
                    return true;
                });
            }
            return true;
        });
        assertThat(overlaps).hasValue(0);
        assertThat(counter[0]).isEqualTo(200);
    }

    @Test
    @DisplayName("B-25 busy: the work is not run, at once or after the wait, and the caller is told")
    void busy() {
        Grant held = acquired("somebody");
        AtomicInteger effects = new AtomicInteger();
        for (LockTerms terms : List.of(ONCE, new LockTerms(Duration.ofMillis(50), LONG))) {
            assertThatThrownBy(() -> locks().run(name, terms, lock -> effects.incrementAndGet()))
                    .isInstanceOf(LockBusyException.class);
        }
        assertThat(effects).hasValue(0);
        assertThat(provider().release(held)).as("nobody has touched it").isTrue();
    }

    @Test
    @DisplayName(
            "B-25 the work's own exception comes out, also if the lease has run out meanwhile; the lock is free afterwards")
    void ownException() {
        IllegalStateException own = new IllegalStateException("business");
        for (boolean expires : new boolean[] {false, true}) {
            assertThatThrownBy(() -> locks().run(name, ONCE, lock -> {
                        if (expires) {
                            expire(name);
                        }
                        throw own;
                    }))
                    .isSameAs(own);
            assertThat(provider().release(acquired("next"))).isTrue();
        }
    }

    @Test
    @DisplayName("B-24 B-44 a holder whose lease is over is told by the renewal, and has no right to go on")
    void told() throws Exception {
        LockTerms terms = new LockTerms(PATIENT.patience(), Duration.ofSeconds(3)); // its renewal asks after a second
        locks().run(name, terms, lock -> {
            lock.mustBeHeld();
            expire(name);
            Grant next = acquired("next");
            assertThat(next.fence()).isGreaterThan(lock.fence());
            await().atMost(Duration.ofMinutes(1)).until(lock::isLost);
            assertThatThrownBy(lock::mustBeHeld).isInstanceOf(LockLostException.class);
            assertThat(provider().release(next))
                    .as("the loser has not taken it away")
                    .isTrue();
            return true;
        });
    }

    @Test
    @DisplayName("work that takes longer than its lease keeps the lock, because it is renewed")
    void keptAlive() throws Exception {
        LockTerms shortLease = new LockTerms(PATIENT.patience(), Duration.ofMillis(600));
        locks().run(name, shortLease, lock -> {
            long began = System.nanoTime();
            await().atMost(Duration.ofMinutes(1))
                    .until(() ->
                            System.nanoTime() - began > Duration.ofMillis(1500).toNanos());
            if (!lock.isLost()) { // on a machine that stood still for a lease it may be
                assertThat(provider().tryAcquire(name, "two", LONG)).isEmpty();
            }
            return true;
        });
    }

    @Test
    @DisplayName("B-26 the same name again inside the work: told at once, and the outer lock is still held afterwards")
    void nested() throws Exception {
        Locks locks = locks();
        locks.run(name, ONCE, lock -> {
            assertThatThrownBy(() -> locks.run(name, PATIENT, inner -> true)).isInstanceOf(MisuseException.class);
            assertThat(provider().tryAcquire(name, "two", LONG)).isEmpty();
            return true;
        });
    }

    @Test
    @DisplayName("B-27 inside an open transaction it is refused; released only after the one inside it has ended")
    void transactions() throws Exception {
        AtomicInteger effects = new AtomicInteger();
        assertThatThrownBy(() -> transactions.run(
                        () -> Ended.commit(locks().run(name, ONCE, lock -> effects.incrementAndGet()))))
                .isInstanceOf(MisuseException.class);
        assertThat(effects).hasValue(0);
        boolean busyInside = locks().run(
                        name,
                        ONCE,
                        lock -> transactions.run(() -> Ended.commit(
                                provider().tryAcquire(name, "two", LONG).isEmpty())));
        assertThat(busyInside).isTrue();
        assertThat(provider().tryAcquire(name, "two", LONG))
                .as("free after the work")
                .isPresent();
    }
}
