package io.onlyonce.verify.run;

import io.onlyonce.verify.history.Event;
import io.onlyonce.verify.history.Recorder;
import io.onlyonce.verify.plan.Faults.Blow;
import io.onlyonce.verify.plan.Faults.Connection;
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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Deals the blows of a plan while clients are at work: at moments that the seed decides, one thread for each kind. What befalls a node waits for a request to be there,
 * and strikes a moment later: a process that dies between two requests shows nothing.
 */
final class FaultSchedule implements AutoCloseable {
    private static final long END_SECONDS = 15;
    /** About as long as a request takes: any of its steps may be the one that is struck. */
    private static final int MOMENT_MS = 30;

    private final Plan plan;
    private final Nodes nodes;
    private final Recorder recorder;
    private final ExecutorService threads = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "verifier-faults");
        thread.setDaemon(true);
        return thread;
    });
    private final List<Future<?>> running = new ArrayList<>();
    /** A command may take away what a node needs to start, so nobody has both at once: a node that then ends by itself would prove nothing. In turn. */
    private final Lock startOrCommand = new ReentrantLock(true);

    private volatile boolean over;

    FaultSchedule(Plan plan, Nodes nodes, Recorder recorder) {
        this.plan = plan;
        this.nodes = nodes;
        this.recorder = recorder;
    }

    void begin(long seed) {
        for (Connection fault : Connection.values()) {
            if (plan.faults().connections().getOrDefault(fault, 0.0) > 0) {
                recorder.add(at -> new Event.Planned(at, fault.word()));
            }
        }
        for (Blow blow : plan.faults().blows()) {
            recorder.add(at -> new Event.Planned(at, word(blow)));
            Random random = new Random(seed + running.size());
            running.add(threads.submit(() -> {
                while (sleep(blow.every(), random)) {
                    deal(blow, random);
                }
                return null;
            }));
        }
    }

    private static String word(Blow blow) {
        if (blow instanceof Blow.Kill) {
            return "kill";
        }
        return blow instanceof Blow.Pause ? "pause" : "command";
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
            alone(() -> kill(blow, random));
        } else if (blow instanceof Blow.Pause pause) {
            Optional<NodeProcess> node = busy(random, blow.every());
            if (node.isPresent()) {
                node.get().signal("STOP");
                dealt(blow);
                Thread.sleep(pause.length().toMillis());
                node.get().signal("CONT");
            }
        } else if (blow instanceof Blow.Command command) {
            alone(() -> command(command));
        }
    }

    private interface Dealing {
        void deal() throws TargetException, InterruptedException, IOException;
    }

    private void alone(Dealing dealing) throws TargetException, InterruptedException, IOException {
        startOrCommand.lockInterruptibly();
        try {
            if (!over) {
                dealing.deal();
            }
        } finally {
            startOrCommand.unlock();
        }
    }

    private void kill(Blow blow, Random random) throws TargetException, InterruptedException {
        Optional<NodeProcess> node = busy(random, blow.every());
        if (node.isPresent()) {
            node.get().restart();
            dealt(blow);
            nodes.awaitReady(plan.target());
        }
    }

    private void command(Blow.Command blow) throws TargetException, InterruptedException, IOException {
        recorder.note("command begins: " + blow.command());
        int code = run(blow.command());
        dealt(blow);
        recorder.note("command ended with " + code + ": " + blow.command());
    }

    private void dealt(Blow blow) {
        recorder.add(at -> new Event.Dealt(at, word(blow)));
    }

    /** It has as long as a node has to be ready. */
    private int run(String command) throws TargetException, InterruptedException, IOException {
        Process process = new ProcessBuilder("sh", "-c", command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            if (process.waitFor(plan.target().patience().toMillis(), TimeUnit.MILLISECONDS)) {
                return process.exitValue();
            }
            throw new TargetException(RunTexts.hangs(command, plan.target().patience()));
        } finally {
            if (process.isAlive()) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        }
    }

    /** One of the nodes in the middle of a request, or of any where none comes; nothing if the run ends first. */
    private Optional<NodeProcess> busy(Random random, Duration most) throws InterruptedException {
        List<Nodes.Started> all = nodes.started();
        if (all.isEmpty()) {
            return Optional.empty();
        }
        Nodes.Started node = all.get(random.nextInt(all.size()));
        long end = System.nanoTime() + most.toNanos();
        while (node.underWay().get() == 0 && System.nanoTime() < end && !over) {
            Thread.sleep(1);
        }
        Thread.sleep(random.nextInt(MOMENT_MS));
        return over ? Optional.empty() : Optional.of(node.process());
    }

    /**
     * Whether blows are still dealt.
     *
     * @throws TargetException if one could not be
     */
    void check() throws TargetException, InterruptedException {
        for (Future<?> one : running) {
            if (one.isDone()) {
                finish(one);
            }
        }
    }

    /** Lets the last blow come to its end, and deals no more. */
    void end() throws TargetException, InterruptedException {
        stop();
        for (Future<?> one : running) {
            finish(one);
        }
        running.clear();
        nodes.awaitReady(plan.target());
    }

    private static void finish(Future<?> one) throws TargetException, InterruptedException {
        try {
            one.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TargetException lost) {
                throw lost;
            }
            throw new TargetException(String.valueOf(e.getCause()), e);
        }
    }

    private void stop() {
        over = true;
        synchronized (threads) {
            threads.notifyAll();
        }
    }

    /** A blow that is being dealt is broken off, and its end awaited: it must not start a node when all were ended. */
    @Override
    public void close() {
        stop();
        threads.shutdownNow();
        try {
            threads.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
