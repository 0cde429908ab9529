package io.onlyonce.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.zookeeper.KeeperException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What every lock provider must do, and what nodes are asked beyond it, by two sessions. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class LocksSuite {
    static final Duration SESSION = Duration.ofSeconds(15);
    static final Duration LONG = Duration.ofMinutes(10);
    static final LockTerms PATIENT = new LockTerms(Duration.ofMinutes(1), Duration.ofSeconds(10));
    private static final int ROUNDS = 50;
    private static final int THREADS = 8;

    private Client one;
    private Client two;

    /** Starts the servers. */
    abstract String start() throws Exception;

    abstract void stop() throws Exception;

    @BeforeAll
    void open() throws Exception {
        String servers = start();
        one = Client.connected(servers, SESSION);
        two = Client.connected(servers, SESSION);
    }

    @AfterAll
    void close() throws Exception {
        one.close();
        two.close();
        stop();
    }

    List<Client> clients() {
        return List.of(one, two);
    }

    @Nested
    class Contract extends LockProviderContract {
        @Override
        protected LockProvider provider() {
            return one.provider();
        }

        @Override
        protected void expire(LockName name) throws Exception {
            two.expire(name);
            one.caughtUp();
        }
    }

    static LockName fresh() {
        return new LockName("lock/" + UUID.randomUUID());
    }

    @Test
    @DisplayName(
            "eight threads of two sessions count up without any other guard, fifty rounds: the sum is exact, the fences rise")
    void race() {
        LockName name = fresh();
        int[] counter = {0};
        List<Long> fences = Collections.synchronizedList(new ArrayList<>());
        List<Locks> instances = clients().stream()
                .map(client -> new Locks(client.provider(), new MemoryTransactions()))
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
    }

    @Test
    @DisplayName(
            "B-24 a lease runs out before eight of two sessions who want it, fifty rounds: one takes it over, the late owner changes nothing")
    void takeOver() throws Exception {
        LockName name = fresh();
        Grant late = one.provider().tryAcquire(name, "late", LONG).orElseThrow();
        for (int round = 0; round < ROUNDS; round++) {
            Grant loser = late;
            two.expire(name);
            List<Grant> grants = Herd.of(THREADS)
                    .runAll(member -> {
                        LockProvider provider = clients().get(member % 2).provider();
                        if (member == 0) {
                            assertThat(provider.renew(loser, LONG)).isFalse();
                            assertThat(provider.release(loser)).isFalse();
                            return Optional.<Grant>empty();
                        }
                        return provider.tryAcquire(name, UUID.randomUUID().toString(), LONG);
                    })
                    .stream()
                    .flatMap(Optional::stream)
                    .toList();
            assertThat(grants).hasSize(1);
            assertThat(grants.get(0).fence()).isGreaterThan(loser.fence());
            late = grants.get(0);
        }
        assertThat(one.caughtUp().release(late)).isTrue();
        assertThat(one.curator().checkExists().forPath(Client.path(name) + "/held"))
                .as("nothing is left of it")
                .isNull();
    }

    @Test
    @DisplayName(
            "B-24 a write that was prepared before a take-over changes nothing, although the next holder's node has the same version as the one before")
    void preparedBefore() throws Exception {
        LockName name = fresh();
        LockNode node = new LockNode(one.curator(), Client.path(name));
        Grant first = one.provider().tryAcquire(name, "one", LONG).orElseThrow();
        int grants = node.grants();
        Held before = node.held();
        assertThat(one.provider().release(first)).isTrue();
        Grant next = two.caughtUp().tryAcquire(name, "two", LONG).orElseThrow();
        one.caughtUp();
        Held now = node.held();
        assertThat(now.stat().getVersion()).isEqualTo(before.stat().getVersion());
        assertThatThrownBy(() -> node.prolong(grants, before, LONG))
                .isInstanceOf(KeeperException.BadVersionException.class);
        assertThatThrownBy(() -> node.end(grants, before)).isInstanceOf(KeeperException.BadVersionException.class);
        assertThatThrownBy(() -> node.take(grants, before, "three", LONG))
                .isInstanceOf(KeeperException.BadVersionException.class);
        assertThat(node.held()).isEqualTo(now);
        assertThat(now.fence()).as("the czxid").isEqualTo(next.fence().number());
        assertThat(two.provider().release(next)).isTrue();
    }

    @Test
    @DisplayName("a fence rises over all names")
    void allNames() {
        Grant first = one.provider().tryAcquire(fresh(), "one", LONG).orElseThrow();
        Grant second = two.provider().tryAcquire(fresh(), "one", LONG).orElseThrow();
        assertThat(second.fence()).isGreaterThan(first.fence());
        assertThat(one.provider().release(first)).isTrue();
        assertThat(two.provider().release(second)).isTrue();
    }

    @Test
    @DisplayName("names that mean something in a path are names like others")
    void names() {
        List<String> names = List.of(
                "..", ".", "/", "//", "%2F", "a/../b", "a/", "clock", "held", "~!@#$^&*()+=[]{}|\\:;'\"<>,?`-_");
        List<Grant> grants = names.stream()
                .map(name -> one.provider()
                        .tryAcquire(new LockName(name), "one", LONG)
                        .orElseThrow())
                .toList();
        for (Grant grant : grants) {
            assertThat(two.provider().tryAcquire(grant.name(), "two", LONG)).isEmpty();
            assertThat(one.provider().release(grant)).isTrue();
        }
    }
}
