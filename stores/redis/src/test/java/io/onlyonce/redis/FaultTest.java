package io.onlyonce.redis;

import static io.onlyonce.redis.CasesSuite.KEY;
import static io.onlyonce.redis.CasesSuite.LEASE;
import static io.onlyonce.redis.CasesSuite.done;
import static io.onlyonce.redis.CasesSuite.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.Call;
import io.onlyonce.Guarantee.Leased;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.ResultCodec;
import io.onlyonce.error.OutcomeUnknownException;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.Claim;
import io.onlyonce.record.Fence;
import io.onlyonce.record.RecordKey;
import io.onlyonce.testkit.server.PrivateRedis;
import io.onlyonce.testkit.server.TestServers;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the store and the engine over it do when Redis is full, down, new, or somebody's replica. */
class FaultTest {
    private static final Operation<String> CHARGE =
            Operation.named("charge", ResultCodec.text()).guarantee(Leased.of(LEASE));
    private static final Duration PATIENCE = Duration.ofMillis(500);

    private final AtomicInteger effects = new AtomicInteger();

    interface Start {
        PrivateRedis with(String... options);
    }

    static Stream<Arguments> servers() {
        return Stream.of(Arguments.of("installed", (Start) TestServers::privateRedis), Arguments.of("embedded", (Start)
                TestServers::embeddedRedis));
    }

    private Outcome<String> charge(RedisAccess access, String key) throws Exception {
        return OnlyOnce.leased(new RedisRecordStore(access, "shop:"), Probe.NONE)
                .run(CHARGE, Call.of("alice", key), attempt -> "charged " + effects.incrementAndGet());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("servers")
    @DisplayName("scripts that the server has forgotten are sent again")
    void scriptsForgotten(String name, Start start) {
        try (PrivateRedis redis = start.with();
                Records records = Records.on(redis.uri(), "shop:")) {
            RedisRecordStore store = records.store();
            redis.command("SCRIPT", "FLUSH");
            Fence fence = ((Claim.Claimed) store.claim(request(KEY))).fence();
            redis.command("SCRIPT", "FLUSH");
            assertThat(store.renew(KEY, fence, LEASE)).isTrue();
            redis.command("SCRIPT", "FLUSH");
            assertThat(store.complete(KEY, fence, done("done"))).isTrue();
            redis.command("SCRIPT", "FLUSH");
            assertThat(records.maintenance().find(KEY)).isPresent();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("servers")
    @DisplayName(
            "B-22 a full Redis that evicts nothing refuses claims as unavailable, nothing is run; running claims go on")
    void full(String name, Start start) throws Exception {
        try (PrivateRedis redis = start.with();
                Records records = Records.on(redis.uri(), "shop:")) {
            RedisRecordStore store = records.store();
            charge(records.access(), "before");
            RecordKey lost = new RecordKey("alice", "charge", "lost");
            Fence lostFence = ((Claim.Claimed) store.claim(request(lost))).fence();
            store.abandon(lost, lostFence);
            RecordKey other = new RecordKey("alice", "charge", "other");
            Fence otherFence = ((Claim.Claimed) store.claim(request(other))).fence();
            Fence fence = ((Claim.Claimed) store.claim(request(KEY))).fence();
            redis.command("CONFIG", "SET", "maxmemory", "1"); // less than it uses already

            assertThatThrownBy(() -> charge(records.access(), "new")).isInstanceOf(StoreUnavailableException.class);
            assertThat(effects).hasValue(1);
            assertThatThrownBy(() -> store.takeOver(request(lost), lostFence))
                    .isInstanceOf(StoreUnavailableException.class);
            assertThat(charge(records.access(), "before")).isEqualTo(new Outcome.Replayed<>("charged 1"));
            assertThat(store.renew(KEY, fence, LEASE)).isTrue();
            assertThat(store.complete(KEY, fence, done("done"))).isTrue();
            assertThat(store.abandon(other, otherFence)).isTrue();
            assertThat(store.release(other, otherFence)).isTrue();

            redis.command("CONFIG", "SET", "maxmemory", "0");
            assertThat(charge(records.access(), "new")).isEqualTo(new Outcome.Executed<>("charged 2"));
            assertThat(charge(records.access(), "before")).isInstanceOf(Outcome.Replayed.class);
            assertThat(records.get(KEY, "answer")).isEqualTo("done");
        }
    }

    @Test
    @DisplayName(
            "B-22 a Redis that is run as a cache forgets answers, so that they would be run again; the check at the start says so")
    void evicted() throws Exception {
        try (PrivateRedis redis = TestServers.privateRedis("--maxmemory", "6mb", "--maxmemory-policy", "allkeys-lru");
                Records records = Records.on(redis.uri(), "shop:")) {
            for (int i = 0; i < 100; i++) {
                charge(records.access(), "k" + i);
            }
            String page = "x".repeat(10_000);
            IntStream.range(0, 2_000).forEach(i -> redis.command("SET", "filler-" + i, page));
            assertThat(records.count()).as("of 100 answers").isLessThan(100);
            assertThat(RedisSafety.check(records.access()))
                    .extracting(RedisSafety.Finding::kind)
                    .contains(RedisSafety.Kind.EVICTS_KEYS);
        }
    }

    @Test
    @DisplayName(
            "B-23 while Redis is down nothing is run; when it is back with its files, nothing is run again and fences rise")
    void killedAndRestarted() throws Exception {
        try (PrivateRedis redis = TestServers.privateRedis("--appendonly", "yes", "--appendfsync", "always");
                Records records = Records.on(redis.uri(), "shop:")) {
            charge(records.access(), "done");
            Fence fence = ((Claim.Claimed) records.store().claim(request(KEY))).fence();
            redis.kill();
            RedisAccess hasty = records.access().timeout(PATIENCE);
            assertThatThrownBy(() -> charge(hasty, "done")).isInstanceOf(StoreUnavailableException.class);
            assertThatThrownBy(() -> charge(hasty, "new")).isInstanceOf(StoreUnavailableException.class);
            assertThat(effects).hasValue(1);
            redis.restart();
            assertThat(charge(records.access(), "done")).isEqualTo(new Outcome.Replayed<>("charged 1"));
            assertThat(records.store().claim(request(KEY))).isInstanceOf(Claim.InProgress.class);
            assertThat(records.store().release(KEY, fence)).isTrue();
            assertThat(((Claim.Claimed) records.store().claim(request(KEY))).fence())
                    .isGreaterThan(fence);
            assertThat(charge(records.access(), "new")).isEqualTo(new Outcome.Executed<>("charged 2"));
        }
    }

    @Test
    @DisplayName("B-23 Redis goes down while the work runs: the caller is told that its outcome is unknown")
    void killedDuringWork() throws Exception {
        try (PrivateRedis redis = TestServers.privateRedis("--appendonly", "yes", "--appendfsync", "always");
                Records records = Records.on(redis.uri(), "shop:")) {
            RedisRecordStore store =
                    new RedisRecordStore(records.access().timeout(PATIENCE.multipliedBy(6)), records.prefix());
            assertThatThrownBy(() -> OnlyOnce.leased(store, Probe.NONE).run(CHARGE, Call.of("alice", "k"), attempt -> {
                        effects.incrementAndGet();
                        redis.kill();
                        return "charged";
                    }))
                    .isInstanceOf(OutcomeUnknownException.class);
            redis.restart();
            RecordKey key = new RecordKey(Call.of("alice", "k").scope().text(), "charge", "k");
            CasesSuite.await().ignoreExceptions().until(() -> records.get(key, "state") != null);
            records.expireLease(key);
            assertThat(charge(records.access(), "k")).isInstanceOf(Outcome.OutcomeUnknown.class);
            assertThat(effects).hasValue(1);
        }
    }

    @Test
    @DisplayName("B-23 a Redis that became a replica, or belongs to a broken cluster, is unavailable")
    void readOnlyOrBroken() {
        try (PrivateRedis redis = TestServers.privateRedis();
                Records records = Records.on(redis.uri(), "shop:")) {
            redis.command("REPLICAOF", "127.0.0.1", String.valueOf(redis.port() + 1));
            assertThatThrownBy(() -> records.store().claim(request(KEY)))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("READONLY");
            redis.command("REPLICAOF", "NO", "ONE");
            assertThat(records.store().claim(request(KEY))).isInstanceOf(Claim.Claimed.class);
        }
        try (PrivateRedis redis = TestServers.privateRedis("--cluster-enabled", "yes")) {
            Records records = Records.on(redis.uri(), "shop:");
            assertThatThrownBy(() -> records.store().claim(request(KEY)))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("CLUSTERDOWN");
            records.disconnect();
        }
    }
}
