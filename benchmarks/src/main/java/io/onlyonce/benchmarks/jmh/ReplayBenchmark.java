package io.onlyonce.benchmarks.jmh;

import io.onlyonce.Call;
import io.onlyonce.OnlyOnce;
import io.onlyonce.caffeine.NearAnswerCache;
import io.onlyonce.memory.MemoryLeasedRecordStore;
import io.onlyonce.probe.Probe;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Calls whose answer is known, one key after the other. */
@State(Scope.Benchmark)
public class ReplayBenchmark {
    private static final int KEYS = 1 << 10;
    private static final long CACHE_BYTES = 64 << 20;

    private final Call[] calls = Samples.calls(KEYS);
    private final ByHand byHand = new ByHand();
    private final OnlyOnce transactional = Engines.transactional();
    private final OnlyOnce leased = Engines.leased();
    private final OnlyOnce cached =
            OnlyOnce.leased(new MemoryLeasedRecordStore(), Probe.NONE, new NearAnswerCache(CACHE_BYTES));
    private int next;

    /** Every key gets its answer. */
    @Setup
    public void answer() throws Exception {
        for (Call call : calls) {
            byHand.run("pay", call, () -> Samples.ANSWER);
            transactional.run(Samples.PAY, call, attempt -> Samples.ANSWER);
            leased.run(Samples.LEASED_PAY, call, attempt -> Samples.ANSWER);
            cached.run(Samples.LEASED_PAY, call, attempt -> Samples.ANSWER);
        }
    }

    private Call nextCall() {
        return calls[next++ & (KEYS - 1)];
    }

    /** One map, by hand. */
    @Benchmark
    public Object byHand() {
        return byHand.run("pay", nextCall(), () -> Samples.ANSWER);
    }

    /** The engine whose record rides in a transaction. */
    @Benchmark
    public Object transactional() throws Exception {
        return transactional.run(Samples.PAY, nextCall(), attempt -> Samples.ANSWER);
    }

    /** The engine that leases. */
    @Benchmark
    public Object leased() throws Exception {
        return leased.run(Samples.LEASED_PAY, nextCall(), attempt -> Samples.ANSWER);
    }

    /** The same behind the cache of the process. */
    @Benchmark
    public Object cached() throws Exception {
        return cached.run(Samples.LEASED_PAY, nextCall(), attempt -> Samples.ANSWER);
    }
}
