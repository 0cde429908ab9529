package io.onlyonce.redis;

import static io.onlyonce.redis.CasesSuite.done;
import static io.onlyonce.redis.CasesSuite.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.record.Claim;
import io.onlyonce.record.Fence;
import io.onlyonce.record.RecordKey;
import io.onlyonce.testkit.server.PrivateRedis;
import io.onlyonce.testkit.server.PrivateSentinel;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** A master behind Sentinel, and what a failover takes away and leaves. */
class SentinelTest {
    private static final int KEYS = 50;
    private static PrivateRedis master;
    private static PrivateRedis replica;
    private static PrivateSentinel sentinel;
    private static Records records;
    private static TestDatabase database;

    @BeforeAll
    static void open() {
        master = TestServers.privateRedis();
        replica = TestServers.replicaOf(master);
        sentinel = TestServers.sentinelOf(master);
        records = Records.on(sentinel.uri(), "shop:");
        database = TestServers.postgres();
        database.execute("CREATE TABLE account (id int PRIMARY KEY, owner varchar(10), fence bigint NOT NULL)");
    }

    @AfterAll
    static void close() {
        records.close();
        sentinel.close();
        replica.close();
        master.close();
        database.close();
    }

    @Nested
    class LeasedRecords extends LeasedSuite {
        LeasedRecords() {
            super(records);
        }
    }

    private static RecordKey key(int number) {
        return new RecordKey("alice", "charge", "k" + number);
    }

    private static void newAccounts() {
        database.execute(
                "DELETE FROM account",
                "INSERT INTO account SELECT n, 'nobody', 0 FROM generate_series(0, " + (KEYS - 1) + ") n");
    }

    /** The effect of one who holds a claim: it names its fence. */
    private static int write(int account, String owner, Fence fence) {
        return database.update(
                "UPDATE account SET owner = ?, fence = ? WHERE id = ? AND fence < ?",
                owner,
                fence.number(),
                account,
                fence.number());
    }

    private static Map<Integer, Fence> claimAll(RedisRecordStore store) {
        Map<Integer, Fence> fences = new LinkedHashMap<>();
        for (int i = 0; i < KEYS; i++) {
            fences.put(i, ((Claim.Claimed) store.claim(request(key(i)))).fence());
        }
        return fences;
    }

    private static void assertOwnedBy(String owner) {
        assertThat(database.queryLong("SELECT COUNT(*) FROM account WHERE owner = ?", owner))
                .isEqualTo(KEYS);
    }

    @Test
    @DisplayName(
            "B-44 failover by Sentinel: claims that the replica knew of are granted to nobody else; taken over, their fences rise, and the old owners write nothing")
    void failover() throws Exception {
        records.clear();
        newAccounts();
        RedisRecordStore store = records.store();
        Map<Integer, Fence> old = claimAll(store);
        PrivateRedis now = sentinel.masterPort() == master.port() ? master : replica;
        PrivateRedis next = now == master ? replica : master;
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> next.keys(records.prefix()).size() == old.size());
        now.kill();
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .ignoreExceptionsInstanceOf(StoreUnavailableException.class)
                .until(() -> store.claim(request(key(0))) instanceof Claim.InProgress);
        old.forEach((account, fence) -> {
            RecordKey key = key(account);
            assertThat(store.claim(request(key))).isInstanceOf(Claim.InProgress.class);
            records.expireLease(key);
            assertThat(store.claim(request(key)))
                    .isEqualTo(new Claim.Abandoned(fence, 1, request(key).fingerprint()));
            Fence taken = ((Claim.Claimed) store.takeOver(request(key), fence)).fence();
            assertThat(taken).isGreaterThan(fence);
            assertThat(write(account, "new", taken)).isEqualTo(1);
            assertThat(write(account, "old", fence)).isZero();
            assertThat(store.complete(key, fence, done("old"))).isFalse();
            assertThat(store.complete(key, taken, done("new"))).isTrue();
        });
        assertOwnedBy("new");
        now.restart();
    }

    @Test
    @DisplayName(
            "B-22 failover to a replica that lags: the claims are granted again, with higher fences, so that the old owners' late writes change nothing")
    void laggingReplica() {
        newAccounts();
        try (PrivateRedis before = TestServers.privateRedis();
                PrivateRedis after = TestServers.replicaOf(before)) {
            RedisClient client = RedisClient.create();
            AtomicReference<StatefulConnection<byte[], byte[]>> current =
                    new AtomicReference<>(client.connect(ByteArrayCodec.INSTANCE, RedisURI.create(before.uri())));
            RedisRecordStore store =
                    new RedisRecordStore(RedisAccess.of(current::get).timeout(Duration.ofSeconds(20)), "shop:");
            after.command("REPLICAOF", "NO", "ONE"); // gets nothing of what follows
            Map<Integer, Fence> old = claimAll(store);
            before.kill();
            current.get().close();
            current.set(client.connect(ByteArrayCodec.INSTANCE, RedisURI.create(after.uri())));
            Map<Integer, Fence> granted = claimAll(store);
            granted.forEach((account, fence) -> {
                Fence lost = old.get(account);
                assertThat(fence).isGreaterThan(lost);
                assertThat(write(account, "old", lost)).isEqualTo(1);
                assertThat(write(account, "new", fence)).isEqualTo(1);
                assertThat(write(account, "old", lost)).isZero();
                assertThat(store.complete(key(account), lost, done("old"))).isFalse();
                assertThat(store.complete(key(account), fence, done("new"))).isTrue();
            });
            client.shutdown(Duration.ZERO, Duration.ofSeconds(5));
        }
        assertOwnedBy("new");
    }
}
