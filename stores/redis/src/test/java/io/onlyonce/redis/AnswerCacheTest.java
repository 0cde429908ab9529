package io.onlyonce.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.Call;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.ResultCodec;
import io.onlyonce.memory.MemoryRecordStore;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.AnswerCache;
import io.onlyonce.record.RecordKey;
import io.onlyonce.testkit.contract.AnswerCacheContract;
import io.onlyonce.testkit.server.PrivateRedis;
import io.onlyonce.testkit.server.TestRedis;
import io.onlyonce.testkit.server.TestServers;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Known answers in Redis: the contract, and what a Redis that goes down does to the engine behind it. */
class AnswerCacheTest extends AnswerCacheContract {
    private static TestRedis redis;
    private static Records records;

    @BeforeAll
    static void open() {
        redis = TestServers.redis();
        records = Records.on(redis.uri(), redis.prefix());
    }

    @AfterAll
    static void close() {
        records.close();
        redis.close();
    }

    @Override
    protected AnswerCache cache() {
        return RedisAnswerCache.patient(records.access(), records.prefix());
    }

    @Override
    protected void letTimePass(Duration time) {
        records.now(); // behind what was put, which nobody has waited for: its time has begun
        Awaitility.await().pollDelay(time).until(() -> true);
    }

    @Test
    @DisplayName(
            "B-23 the cache is full of other things, goes down, comes back empty: each effect once, each answer the first")
    void goesDown() throws Exception {
        try (PrivateRedis server = TestServers.privateRedis()) {
            Records cache = Records.on(server.uri(), "shop:answer:");
            AtomicInteger effects = new AtomicInteger();
            MemoryTransactions transactions = new MemoryTransactions();
            OnlyOnce node = OnlyOnce.transactional(
                    new MemoryRecordStore(transactions),
                    transactions,
                    Probe.NONE,
                    new RedisAnswerCache(cache.access(), cache.prefix()));
            Operation<String> order = Operation.named("order", ResultCodec.text());
            for (String fault : new String[] {"none", "flushed", "full", "down"}) {
                switch (fault) {
                    case "flushed" -> server.command("FLUSHALL");
                    case "full" -> server.command("CONFIG", "SET", "maxmemory", "1");
                    case "down" -> server.kill();
                    default -> {}
                }
                int before = effects.get();
                for (int i = 0; i < 5; i++) {
                    String key = fault + i;
                    for (int repeat = 0; repeat < 3; repeat++) {
                        Outcome<String> outcome =
                                node.run(order, Call.of("alice", key), attempt -> "order " + effects.incrementAndGet());
                        assertThat(outcome.orElseThrow()).isEqualTo("order " + (before + i + 1));
                    }
                }
                assertThat(effects).hasValue(before + 5);
            }
            cache.disconnect();
        }
    }

    @Test
    @DisplayName("what lies under another key's name is never told")
    void foreign() {
        RecordKey key = new RecordKey("alice", "order", "k");
        records.put(key, "not a hash");
        assertThat(cache().find(key)).isEmpty();
        assertThat(records.keys()).isNotEmpty();
    }
}
