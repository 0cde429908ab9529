package io.onlyonce.benchmarks.redis;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.onlyonce.Call;
import io.onlyonce.Fingerprint;
import io.onlyonce.Guarantee.Leased;
import io.onlyonce.IdempotencyKey;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.ResultCodec;
import io.onlyonce.Scope;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.Claim;
import io.onlyonce.record.ClaimRequest;
import io.onlyonce.record.Completion;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordState;
import io.onlyonce.redis.RedisAccess;
import io.onlyonce.redis.RedisRecordStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** Everything that is compared, on one connection. */
final class Contestants {
    /** The library's way to claim and complete, without an engine. */
    static final String STORE = "store: claim, complete";

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration RETENTION = Duration.ofDays(1);
    /** 300 bytes. */
    private static final String ANSWER = "paid".repeat(75);

    private static final byte[] ANSWER_BYTES = ANSWER.getBytes(StandardCharsets.UTF_8);

    private static final Operation<String> PAY =
            Operation.named("pay", ResultCodec.text()).guarantee(Leased.of(LEASE));
    private static final Scope SCOPE = Scope.of("benchmark");
    private static final Fingerprint FINGERPRINT = Fingerprint.of("100.00", "EUR");

    private static final byte[] COMPARE_AND_SET = """
            if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
            redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
            return 1
            """.getBytes(StandardCharsets.UTF_8);

    private final RedisCommands<byte[], byte[]> commands;
    private final String prefix;
    private final RedisRecordStore store;
    private final OnlyOnce onlyOnce;

    Contestants(StatefulRedisConnection<byte[], byte[]> connection, String prefix) {
        this.commands = connection.sync();
        this.prefix = prefix;
        this.store = new RedisRecordStore(RedisAccess.of(connection), prefix);
        this.onlyOnce = OnlyOnce.leased(store, Probe.NONE);
    }

    private record Named(String name, int roundTrips, int scripts, int records, Operating operating)
            implements Contestant {
        @Override
        public void operate(long number) throws Exception {
            operating.operate(number);
        }
    }

    @FunctionalInterface
    private interface Operating {
        void operate(long number) throws Exception;
    }

    /** The limit: a round trip in which the server does nothing. */
    Contestant ping() {
        return new Named("PING", 1, 0, 0, number -> commands.ping());
    }

    /** Everything that is compared with it. */
    List<Contestant> others() throws Exception {
        String digest = commands.scriptLoad(COMPARE_AND_SET);
        return List.of(
                new Named("by hand: SET NX GET PX, compare and set", 2, 1, 1, number -> byHand(digest, number)),
                new Named(STORE, 2, 2, 1, this::claimAndComplete),
                new Named("engine: first call", 2, 2, 1, this::firstCall),
                new Named("engine: replay", 1, 1, 0, this::replay));
    }

    /** Writes one record for each thread, which it will replay, and so lets the server know the scripts. */
    void prepare(int threads) throws Exception {
        for (int thread = 0; thread < threads; thread++) {
            mustBe(onlyOnce.run(PAY, replayed(thread), attempt -> ANSWER), new Outcome.Executed<>(ANSWER));
        }
    }

    private static Call replayed(int thread) {
        return call("replayed-" + thread);
    }

    private void replay(long number) throws Exception {
        mustBe(onlyOnce.run(PAY, replayed(Slice.threadOf(number)), attempt -> "again"), new Outcome.Replayed<>(ANSWER));
    }

    private static Call call(String key) {
        return new Call(SCOPE, new IdempotencyKey(key), FINGERPRINT);
    }

    private void byHand(String digest, long number) {
        byte[] key = (prefix + number).getBytes(StandardCharsets.UTF_8);
        byte[] owner = ("C" + number + FINGERPRINT).getBytes(StandardCharsets.UTF_8);
        byte[] before = commands.setGet(key, owner, SetArgs.Builder.nx().px(LEASE));
        mustBe(before == null, true);
        byte[] keepFor = Long.toString(RETENTION.toMillis()).getBytes(StandardCharsets.UTF_8);
        Long set = commands.evalsha(digest, ScriptOutputType.INTEGER, new byte[][] {key}, owner, ANSWER_BYTES, keepFor);
        mustBe(set, 1L);
    }

    private void claimAndComplete(long number) {
        RecordKey key = new RecordKey(SCOPE.text(), PAY.name(), "k" + number);
        Claim claim = store.claim(new ClaimRequest(key, FINGERPRINT, LEASE));
        if (!(claim instanceof Claim.Claimed claimed)) {
            throw new IllegalStateException("A new key was answered with " + claim);
        }
        mustBe(
                store.complete(
                        key, claimed.fence(), new Completion(RecordState.COMPLETED, null, ANSWER_BYTES, RETENTION)),
                true);
    }

    private void firstCall(long number) throws Exception {
        mustBe(onlyOnce.run(PAY, call("e" + number), attempt -> ANSWER), new Outcome.Executed<>(ANSWER));
    }

    private static void mustBe(Object found, Object expected) {
        if (!expected.equals(found)) {
            throw new IllegalStateException("Ended as " + found + " instead of " + expected);
        }
    }
}
