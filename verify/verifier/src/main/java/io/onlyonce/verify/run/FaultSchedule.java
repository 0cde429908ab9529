package io.onlyonce.verify.run;

import io.onlyonce.verify.history.Recorder;
import io.onlyonce.verify.plan.Faults.Blow;
import io.onlyonce.verify.plan.Plan;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Deals the blows of a plan while clients are at work: at moments that the seed decides, one thread for each kind. */
final class FaultSchedule implements AutoCloseable {
    private final Plan plan;
    private final Nodes nodes;
    private final Recorder recorder;
    private final ExecutorService threads = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "verifier-faults");
        thread.setDaemon(true);
        return thread;
    });
    private final List<Future<?>> running = new ArrayList<>();
    private volatile boolean over;

    FaultSchedule(Plan plan, Nodes nodes, Recorder recorder) {
        this.plan = plan;
        this.nodes = nodes;
        this.recorder = recorder;
    }

    void begin(long seed) {
        for (Blow blow : plan.faults().blows()) {
            Random random = new Random(seed + running.size());
            running.add(threads.submit(() -> {
                while (sleep(blow.every(), random)) {
                    deal(blow, random);
                }
                return null;
            }));
        }
    }

    /** Between half and one and a half of the time from one to the next. */
    private boolean sleep(Duration every, Random random) throws InterruptedException {
        long end = System.nanoTime() + (long) (every.toNanos() * (0.5 + random.nextDouble()));
        synchronized (threads) {
            for (long left = end - System.nanoTime(); left > 0 && !over; left = end - System.nanoTime()) {
                threads.wait(Math.max(1, left / 1_000_000));
            }
        }
        return !over;
    }

    private void deal(Blow blow, Random random) throws TargetException, InterruptedException, IOException {
        if (blow instanceof Blow.Kill) {
            Optional<NodeProcess> node = one(random);
            if (node.isPresent()) {
                node.get().kill();
                node.get().start();
                nodes.awaitReady(plan.target());
            }
        } else if (blow instanceof Blow.Pause pause) {
            Optional<NodeProcess> node = one(random);
            if (node.isPresent()) {
                node.get().signal("STOP");
                Thread.sleep(pause.length().toMillis());
                node.get().signal("CONT");
            }
        } else if (blow instanceof Blow.Command command) {
            recorder.note("command begins: " + command.command());
            int code = new ProcessBuilder("sh", "-c", command.command())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
            recorder.note("command ended with " + code + ": " + command.command());
        }
    }

    private Optional<NodeProcess> one(Random random) {
        List<NodeProcess> processes = nodes.processes();
        return processes.isEmpty() ? Optional.empty() : Optional.of(processes.get(random.nextInt(processes.size())));
    }

    /** Lets the last blow come to its end, and deals no more. */
    void end() throws TargetException, InterruptedException {
        over = true;
        synchronized (threads) {
            threads.notifyAll();
        }
        for (Future<?> one : running) {
            try {
                one.get();
            } catch (ExecutionException e) {
                if (e.getCause() instanceof TargetException lost) {
                    throw lost;
                }
                throw new TargetException(String.valueOf(e.getCause()), e);
            }
        }
        running.clear();
        nodes.awaitReady(plan.target());
    }

    @Override
    public void close() {
        over = true;
        threads.shutdownNow();
    }
}
