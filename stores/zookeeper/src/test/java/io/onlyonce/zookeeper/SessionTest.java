package io.onlyonce.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.onlyonce.error.LockLostException;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.lock.Grant;
import io.onlyonce.lock.LockName;
import io.onlyonce.lock.LockTerms;
import io.onlyonce.lock.Locks;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.record.Fence;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.curator.test.KillSession;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What becomes of a lock when its holder's connection or session ends. */
class SessionTest {
    private static final Duration SESSION = Duration.ofSeconds(6);
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration DEADLINE = Duration.ofMinutes(2);

    private final LockName name = LocksSuite.fresh();
    private TestingServer server;
    private Client one;

    @BeforeEach
    void open() throws Exception {
        server = new TestingServer();
        one = Client.connected(server.getConnectString(), SESSION);
    }

    @AfterEach
    void close() throws Exception {
        one.close();
        server.close();
    }

    @Test
    @DisplayName(
            "B-23 B-44 the connection is lost while the work runs: the holder is told, and the next one has a greater fence")
    void connectionLost() throws Exception {
        AtomicReference<Fence> fence = new AtomicReference<>();
        Locks locks = new Locks(one.provider(), new MemoryTransactions());
        locks.run(name, new LockTerms(Duration.ZERO, Duration.ofSeconds(2)), lock -> {
            fence.set(lock.fence());
            lock.mustBeHeld();
            server.stop();
            await().atMost(DEADLINE).until(lock::isLost);
            assertThatThrownBy(lock::mustBeHeld).isInstanceOf(LockLostException.class);
            return true;
        });
        server.restart();
        Fence next = locks.run(name, new LockTerms(DEADLINE, LONG), lock -> {
            lock.mustBeHeld();
            return lock.fence();
        });
        assertThat(next).isGreaterThan(fence.get());
    }

    @Test
    @DisplayName(
            "B-23 without a connection nothing is granted, and the caller is told at once; a lost session's grant is over, however long its lease")
    void sessionLost() throws Exception {
        Grant grant = one.provider().tryAcquire(name, "one", LONG).orElseThrow();
        server.stop();
        await().atMost(DEADLINE).until(() -> !one.curator().getZookeeperClient().isConnected());
        assertThatThrownBy(() -> one.provider().tryAcquire(name, "two", LONG))
                .isInstanceOf(StoreUnavailableException.class);
        await().atMost(DEADLINE)
                .ignoreException(StoreUnavailableException.class) // suspended: nobody knows
                .until(() -> !one.provider().renew(grant, LONG));
        server.restart();
        await().atMost(DEADLINE).until(() -> one.curator().getZookeeperClient().isConnected());
        await().atMost(DEADLINE)
                .ignoreException(StoreUnavailableException.class)
                .until(() -> !one.provider().renew(grant, LONG));
    }

    @Test
    @DisplayName("a connection that comes back within the session's time-out: the grant lives on")
    void reconnected() throws Exception {
        Duration session = Duration.ofSeconds(40); // the server is back long before, on a busy machine too
        try (Client two = Client.connected(server.getConnectString(), session)) {
            Grant grant = two.provider().tryAcquire(name, "one", LONG).orElseThrow();
            server.stop();
            await().atMost(DEADLINE)
                    .until(() -> !two.curator().getZookeeperClient().isConnected());
            server.restart();
            await().atMost(DEADLINE)
                    .ignoreException(StoreUnavailableException.class)
                    .until(() -> two.provider().tryAcquire(name, "two", LONG).isEmpty());
            assertThat(two.provider().renew(grant, LONG)).isTrue();
            assertThat(two.provider().release(grant)).isTrue();
        }
    }

    @Test
    @DisplayName(
            "a session that was ended gives the lock away: its attempt neither renews nor releases, and is no longer recognised")
    void sessionEnded() throws Exception {
        Grant grant = one.provider().tryAcquire(name, "one", LONG).orElseThrow();
        KillSession.kill(one.curator().getZookeeperClient().getZooKeeper());
        try (Client two = Client.connected(server.getConnectString(), SESSION)) {
            AtomicReference<Grant> next = new AtomicReference<>();
            await().atMost(DEADLINE).until(() -> {
                two.provider().tryAcquire(name, "two", LONG).ifPresent(next::set);
                return next.get() != null;
            });
            assertThat(next.get().fence()).isGreaterThan(grant.fence());
            await().atMost(DEADLINE)
                    .ignoreException(StoreUnavailableException.class)
                    .until(() -> !one.provider().renew(grant, LONG));
            await().atMost(DEADLINE) // with its next session
                    .until(() -> one.curator().getZookeeperClient().isConnected());
            assertThat(one.provider().release(grant)).isFalse();
            assertThat(one.provider().tryAcquire(name, "one", LONG)).isEmpty();
            assertThat(two.provider().release(next.get())).isTrue();
        }
    }

    @Test
    @DisplayName("a client that is closed gives its locks away before their leases are over")
    void closed() throws Exception {
        Grant grant;
        try (Client two = Client.connected(server.getConnectString(), SESSION)) {
            grant = two.provider().tryAcquire(name, "two", LONG).orElseThrow();
            assertThat(one.provider().tryAcquire(name, "one", LONG)).isEmpty();
        }
        Grant next = one.provider().tryAcquire(name, "one", LONG).orElseThrow();
        assertThat(next.fence()).isGreaterThan(grant.fence());
    }

    @Test
    @DisplayName("a root that is no absolute path is refused, and the text names the remedy")
    void root() {
        assertThatThrownBy(() -> new ZooKeeperLockProvider(one.curator(), "locks/"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("\"locks/\"", "/onlyonce/locks");
    }
}
