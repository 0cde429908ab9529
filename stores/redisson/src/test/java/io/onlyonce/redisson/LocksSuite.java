package io.onlyonce.redisson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.onlyonce.lock.Grant;
import io.onlyonce.lock.LockName;
import io.onlyonce.lock.LockProvider;
import io.onlyonce.lock.LockTerms;
import io.onlyonce.lock.Locks;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.contract.LockProviderContract;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.redisson.api.RFencedLock;

/** What every lock provider must do, and what Redisson's locks are asked beyond it, by two clients. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class LocksSuite {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final LockTerms PATIENT = new LockTerms(Duration.ofMinutes(1), LONG);
    private static final int ROUNDS = 50;
    private static final int THREADS = 8;

    private final LockName name = new LockName("account/" + UUID.randomUUID());
    private Clients clients;

    /** Finds the server. */
    abstract Clients start();

    abstract void stop();

    @BeforeAll
    void open() {
        clients = start();
    }

    @AfterAll
    void close() {
        clients.close();
        stop();
    }

    private RedissonLockProvider one() {
        return clients.providers().get(0);
    }

    private RedissonLockProvider two() {
        return clients.providers().get(1);
    }

    @Nested
    class Contract extends LockProviderContract {
        @Override
        protected LockProvider provider() {
            return one();
        }

        @Override
        protected void expire(LockName name) {
            clients.expire(name);
        }
    }

    @Test
    @DisplayName(
            "eight threads of two clients count up without any other guard, fifty rounds: the sum is exact, the fences rise")
    void race() {
        int[] counter = {0};
        List<Long> fences = Collections.synchronizedList(new ArrayList<>());
        List<Locks> instances = clients.providers().stream()
                .map(provider -> new Locks(provider, new MemoryTransactions()))
                .toList();
        for (int round = 0; round < ROUNDS; round++) {
            Herd.of(THREADS)
                    .within(Duration.ofMinutes(2))
                    .runAll(member -> instances.get(member % 2).run(name, PATIENT, lock -> {
                        fences.add(lock.fence().number());
                        return counter[0]++;
                    }));
        }
        assertThat(counter[0]).isEqualTo(ROUNDS * THREADS);
        assertThat(fences).hasSize(ROUNDS * THREADS).isSorted().doesNotHaveDuplicates();
        assertThat(clients.command("EXISTS", clients.key(name))).isEqualTo(0L);
    }

    @Test
    @DisplayName(
            "B-24 a lease runs out before eight of two clients who want it, fifty rounds: one takes it over, the late owner changes nothing")
    void takeOver() {
        Grant late = one().tryAcquire(name, "late", LONG).orElseThrow();
        for (int round = 0; round < ROUNDS; round++) {
            Grant loser = late;
            clients.expire(name);
            List<Grant> grants = Herd.of(THREADS)
                    .runAll(member -> {
                        LockProvider provider = clients.providers().get(member % 2);
                        if (member == 0) {
                            assertThat(provider.renew(loser, LONG)).isFalse();
                            assertThat(provider.release(loser)).isFalse();
                            return Optional.<Grant>empty();
                        }
                        return provider.tryAcquire(name, "owner-" + UUID.randomUUID(), LONG);
                    })
                    .stream()
                    .flatMap(Optional::stream)
                    .toList();
            assertThat(grants).hasSize(1);
            assertThat(grants.get(0).fence()).isGreaterThan(loser.fence());
            late = grants.get(0);
        }
        clients.expire(name);
    }

    @Test
    @DisplayName("B-26 attempts of one thread are told apart, and each has its lock")
    void attempts() {
        Grant grant = one().tryAcquire(name, "one", LONG).orElseThrow();
        assertThat(one().tryAcquire(name, "two", LONG)).isEmpty();
        Grant another = new Grant(name, "two", grant.fence());
        assertThat(one().renew(another, LONG)).isFalse();
        assertThat(one().release(another)).isFalse();
        assertThat(one().release(grant)).isTrue();
        Set<Long> numbers = new HashSet<>();
        for (int i = 0; i < 100_000; i++) {
            numbers.add(Attempt.of("client", "owner-" + i).number());
        }
        assertThat(numbers).hasSize(100_000);
    }

    @Test
    @DisplayName("the watchdog does not run: a grant that nobody renews ends with its lease, although its client lives")
    void noWatchdog() {
        Grant first = one().tryAcquire(name, "one", Duration.ofMillis(600)).orElseThrow();
        await().atMost(Duration.ofMinutes(1))
                .until(() -> Long.valueOf(0).equals(clients.command("EXISTS", clients.key(name))));
        Grant next = two().tryAcquire(name, "two", LONG).orElseThrow();
        assertThat(next.fence()).isGreaterThan(first.fence());
        assertThat(one().renew(first, LONG)).isFalse();
        assertThat(two().release(next)).isTrue();
    }

    @Test
    @DisplayName(
            "it is Redisson's own lock: who takes the same key by Redisson meets it, and is met; the fence is one line of numbers")
    void redissonsOwn() {
        RFencedLock own = clients.one().getFencedLock(clients.key(name));
        Grant grant = two().tryAcquire(name, "two", LONG).orElseThrow();
        assertThat(own.getToken()).isEqualTo(grant.fence().number());
        assertThat(own.tryLock()).isFalse();
        assertThat(two().release(grant)).isTrue();
        long fence = own.tryLockAndGetToken(0, 60, TimeUnit.SECONDS);
        assertThat(fence).isGreaterThan(grant.fence().number());
        assertThat(one().tryAcquire(name, "one", LONG)).isEmpty();
        own.unlock();
        assertThat(one().release(one().tryAcquire(name, "one", LONG).orElseThrow()))
                .isTrue();
    }

    @Test
    @DisplayName("B-22 the counter of the fences was evicted: not granted, and the text names the cause and the remedy")
    void evicted() {
        Grant grant = one().tryAcquire(name, "one", LONG).orElseThrow();
        clients.command("DEL", "redisson_lock_token:" + clients.key(name));
        assertThat(one().renew(grant, LONG)).isFalse();
        assertThatThrownBy(() -> one().tryAcquire(name, "one", LONG))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll(name.value(), "noeviction");
        clients.expire(name);
    }

    @Test
    @DisplayName("names with braces and percent signs are told apart, and stay in one slot with their fences")
    void names() {
        List<Grant> grants = List.of("}", "{", "{}", "a{b}c", "a%7Bb%7Dc", "%").stream()
                .map(text ->
                        one().tryAcquire(new LockName(text + name), "one", LONG).orElseThrow())
                .toList();
        assertThat(grants).allMatch(grant -> grant.fence().number() == 1);
        assertThat(grants).allMatch(grant -> one().release(grant));
        assertThatThrownBy(() -> new RedissonLockProvider(clients.one(), "{shop}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("{shop}");
    }
}
