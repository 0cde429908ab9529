package io.onlyonce.benchmarks.jmh;

import io.onlyonce.Call;
import io.onlyonce.OnlyOnce;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** First calls with new keys, a round of them in stores that begin empty. */
@State(Scope.Benchmark)
public class FirstCallBenchmark {
    private static final int ROUND = 20_000;

    private final Call[] calls = Samples.calls(ROUND);
    private ByHand byHand = new ByHand();
    private OnlyOnce transactional = Engines.transactional();
    private OnlyOnce leased = Engines.leased();

    /** The records of the former round go. */
    @Setup(Level.Invocation)
    public void empty() {
        byHand = new ByHand();
        transactional = Engines.transactional();
        leased = Engines.leased();
    }

    /** One map, by hand. */
    @Benchmark
    @OperationsPerInvocation(ROUND)
    public void byHand(Blackhole hole) {
        for (Call call : calls) {
            hole.consume(byHand.run("pay", call, () -> Samples.ANSWER));
        }
    }

    /** The engine whose record rides in a transaction. */
    @Benchmark
    @OperationsPerInvocation(ROUND)
    public void transactional(Blackhole hole) throws Exception {
        for (Call call : calls) {
            hole.consume(transactional.run(Samples.PAY, call, attempt -> Samples.ANSWER));
        }
    }

    /** The engine that leases. */
    @Benchmark
    @OperationsPerInvocation(ROUND)
    public void leased(Blackhole hole) throws Exception {
        for (Call call : calls) {
            hole.consume(leased.run(Samples.LEASED_PAY, call, attempt -> Samples.ANSWER));
        }
    }
}
