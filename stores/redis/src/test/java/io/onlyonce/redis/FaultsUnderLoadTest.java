package io.onlyonce.redis;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.onlyonce.probe.Decision.Kind;
import io.onlyonce.testkit.server.PrivateRedis;
import io.onlyonce.testkit.server.PrivateSentinel;
import io.onlyonce.testkit.server.TestServers;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Redis fails while two nodes serve 1,200 calls for 300 keys: its records are one layer, the unique key in the business database is the next. */
class FaultsUnderLoadTest {
    private static final int REFUSALS = 60;

    private final Logger logger = (Logger) LoggerFactory.getLogger("io.onlyonce.engine");
    private final ListAppender<ILoggingEvent> events = new ListAppender<>();

    @BeforeEach
    void listen() {
        events.start();
        logger.addAppender(events);
        logger.setAdditive(false); // thousands of lines
    }

    @AfterEach
    void listenNoMore() {
        logger.detachAppender(events);
        logger.setAdditive(true);
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofMinutes(1)).pollInterval(Duration.ofMillis(10));
    }

    /** Until one call has run without its record, and many were refused. */
    private static void untilMet(Load load) {
        load.sendNewToOpen();
        int refused = load.tally().of("closed", Kind.STORE_DOWN);
        await().until(() -> load.tally().of("closed", Kind.STORE_DOWN) >= refused + REFUSALS);
    }

    /** Twice: Redis goes away, calls meet that, and it comes back. */
    private static Map<Integer, Runnable> outages(Load load, Runnable down, Runnable up) {
        Map<Integer, Runnable> faults = new TreeMap<>();
        for (int percent : new int[] {30, 60}) {
            faults.put(percent, () -> {
                down.run();
                load.down();
                untilMet(load);
                load.comingBack();
                up.run();
            });
        }
        return faults;
    }

    private void assertOpenRanBehindTheKey(Load load) {
        assertThat(load.tally().of("closed", Kind.STORE_DOWN)).isPositive();
        assertThat(load.tally().of("open", Kind.WITHOUT_RECORD)).isPositive();
        assertThat(logged("open, record ", "runs without its record, behind the unique key of booking on reference"))
                .isGreaterThanOrEqualTo(load.tally().of(Kind.WITHOUT_RECORD));
        assertThat(logged("open, record ", "Nothing was done")).isZero();
    }

    private void assertCaught(Load load, String... operations) {
        for (String operation : operations) {
            assertThat(load.tally().of(operation, Kind.CAUGHT)).as(operation).isPositive();
            assertThat(
                            logged(
                                    operation + ", record ",
                                    "the unique key of booking on reference refused a second effect that the store knew nothing of"))
                    .isGreaterThanOrEqualTo(load.tally().of(operation, Kind.CAUGHT));
        }
    }

    private long logged(String beginning, String part) {
        return events.list.stream()
                .map(ILoggingEvent::getFormattedMessage)
                .filter(message -> message.startsWith(beginning) && message.contains(part))
                .count();
    }

    @Test
    @DisplayName("B-23 under load: Redis is killed twice and comes back with all it knew")
    void killedWithFiles() throws Exception {
        try (PrivateRedis redis = TestServers.privateRedis("--appendonly", "yes", "--appendfsync", "always");
                Load load = new Load(redis.uri())) {
            load.run(outages(load, redis::kill, redis::restart));
            load.assertOneEffectPerKey();
            assertOpenRanBehindTheKey(load);
        }
    }

    @Test
    @DisplayName("B-22 under load: Redis is killed twice and comes back empty: the unique key refuses what it forgot")
    void killedAndEmpty() throws Exception {
        try (PrivateRedis redis = TestServers.privateRedis();
                Load load = new Load(redis.uri())) {
            load.run(outages(load, redis::kill, redis::restart));
            load.assertOneEffectPerKey();
            assertOpenRanBehindTheKey(load);
            assertCaught(load, "closed", "open");
        }
    }

    @Test
    @DisplayName("B-22 under load: somebody flushes Redis six times")
    void flushed() throws Exception {
        try (PrivateRedis redis = TestServers.privateRedis();
                Load load = new Load(redis.uri())) {
            Map<Integer, Runnable> faults = new TreeMap<>();
            for (int percent = 20; percent <= 70; percent += 10) {
                faults.put(percent, () -> redis.command("FLUSHALL"));
            }
            load.run(faults);
            load.assertOneEffectPerKey();
            assertCaught(load, "closed", "open");
        }
    }

    @Test
    @DisplayName("B-22 under load: Redis is run as a cache and throws records away")
    void evicted() throws Exception {
        try (PrivateRedis redis = TestServers.privateRedis("--maxmemory-policy", "allkeys-lru");
                Load load = new Load(redis.uri())) {
            load.run(Map.of(30, () -> evict(redis), 60, () -> evict(redis)));
            load.assertOneEffectPerKey();
            assertCaught(load, "closed", "open");
        }
    }

    /** Others fill the memory until half of the records that were there are gone. */
    private static void evict(PrivateRedis redis) {
        int before = redis.keys(TwoNodes.PREFIX).size();
        String used = String.valueOf(redis.command("INFO", "memory")).replaceAll("(?s).*used_memory:(\\d+).*", "$1");
        redis.command("CONFIG", "SET", "maxmemory", String.valueOf(Long.parseLong(used) + (1 << 20)));
        String filling = "x".repeat(50_000);
        for (int i = 0; i % 10 > 0 || redis.keys(TwoNodes.PREFIX).size() > before / 2; i++) {
            assertThat(i).as("fillers").isLessThan(2_000);
            redis.command("SET", "cache:" + i, filling);
        }
        redis.command("CONFIG", "SET", "maxmemory", "0");
    }

    @Test
    @DisplayName("B-22 under load: Redis is full twice and evicts nothing")
    void full() throws Exception {
        try (PrivateRedis redis = TestServers.privateRedis();
                Load load = new Load(redis.uri())) {
            load.run(outages(
                    load,
                    () -> redis.command("CONFIG", "SET", "maxmemory", "1"),
                    () -> redis.command("CONFIG", "SET", "maxmemory", "0")));
            load.assertOneEffectPerKey();
            assertOpenRanBehindTheKey(load);
            assertCaught(load, "open");
        }
    }

    @Test
    @DisplayName("B-23, B-44 under load: Redis is frozen twice, longer than the leases, and goes on where it stood")
    void paused() throws Exception {
        try (PrivateRedis redis = TestServers.privateRedis();
                Load load = new Load(redis.uri())) {
            load.run(outages(load, redis::pause, redis::resume));
            load.assertOneEffectPerKey();
            assertOpenRanBehindTheKey(load);
            assertCaught(load, "open");
        }
    }

    @Test
    @DisplayName(
            "B-22, B-23 under load: the master is killed, Sentinel names its replica, the nodes go there by themselves")
    void failover() throws Exception {
        try (PrivateRedis master = TestServers.privateRedis();
                PrivateRedis replica = TestServers.replicaOf(master);
                PrivateSentinel sentinel = TestServers.sentinelOf(master);
                Load load = new Load(sentinel.uri())) {
            load.run(Map.of(30, () -> {
                master.kill();
                load.sendNewToOpen();
                await().until(() -> sentinel.masterPort() == replica.port());
            }));
            load.assertOneEffectPerKey();
            assertOpenRanBehindTheKey(load);
            assertCaught(load, "open");
            assertThat(replica.keys(TwoNodes.PREFIX)).hasSize(301);
        }
    }
}
