package io.onlyonce.benchmarks.waiting;

import io.onlyonce.Call;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.ResultCodec;
import io.onlyonce.memory.MemoryRecordStore;
import io.onlyonce.memory.MemoryTransactions;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Weighs duplicates while they wait for their first calls. */
@Command(
        name = "waiting",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        description =
                "Weighs duplicates while they wait for their first calls, on platform threads or on virtual ones (Java 21).")
public final class WaitingCommand implements Callable<Integer> {
    private static final int ALL_HOLD = 0;
    private static final int ONE_DOES_NOT = 1;

    /** The engine lets no more wait for one key. */
    private static final int MOST_PER_KEY = 100;

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @Spec
    private CommandSpec spec = CommandSpec.create(); // picocli puts the real one here

    @Option(names = "--threads", defaultValue = "platform", description = "platform or virtual")
    private String threads = "";

    @Option(names = "--duplicates", defaultValue = "1000", description = "How many wait; the engine lets 1024")
    private int duplicates;

    private final Operation<String> pay =
            Operation.named("pay", ResultCodec.text()).patience(PATIENCE);
    private final CountDownLatch release = new CountDownLatch(1);
    private final AtomicInteger executed = new AtomicInteger();
    private final AtomicInteger replayed = new AtomicInteger();

    @Override
    public Integer call() throws Exception {
        Kind kind = Kind.valueOf(threads.toUpperCase(Locale.ROOT));
        int keys = (duplicates + MOST_PER_KEY - 1) / MOST_PER_KEY;
        List<Thread> all = new ArrayList<>();
        MemoryTransactions transactions = new MemoryTransactions();
        OnlyOnce onlyOnce = OnlyOnce.transactional(new MemoryRecordStore(transactions), transactions);
        for (int key = 0; key < keys; key++) {
            all.add(start(kind, onlyOnce, key));
        }
        awaitWaiting(all);
        Memory before = Memory.now();
        for (int i = 0; i < duplicates; i++) {
            all.add(start(kind, onlyOnce, i % keys));
        }
        awaitWaiting(all);
        Memory taken = Memory.now().since(before);
        release.countDown();
        for (Thread thread : all) {
            thread.join();
        }
        return report(taken, keys);
    }

    private Thread start(Kind kind, OnlyOnce onlyOnce, int key) {
        return kind.start(() -> {
            try {
                Outcome<String> outcome = onlyOnce.run(pay, Call.of("benchmark", "k" + key), attempt -> {
                    release.await();
                    return "paid";
                });
                (outcome instanceof Outcome.Replayed ? replayed : executed).incrementAndGet();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /** Until each stands where it waits. */
    private static void awaitWaiting(List<Thread> all) {
        for (Thread thread : all) {
            while (thread.getState() != Thread.State.WAITING && thread.getState() != Thread.State.TIMED_WAITING) {
                LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
            }
        }
    }

    private int report(Memory taken, int keys) {
        PrintWriter terminal = spec.commandLine().getOut();
        terminal.printf(
                Locale.ROOT,
                "Java %s, %d duplicates of %d calls wait on %s threads:%n",
                Runtime.version().feature(),
                duplicates,
                keys,
                threads);
        terminal.printf(
                Locale.ROOT,
                "each takes %d bytes of the heap; the process has grown by %d bytes for each%n",
                taken.heap() / duplicates,
                taken.resident() / duplicates);
        boolean right = executed.get() == keys && replayed.get() == duplicates;
        terminal.println((right ? "ok     " : "FAILED ") + executed + " executed, " + replayed + " replayed");
        return right ? ALL_HOLD : ONE_DOES_NOT;
    }
}
