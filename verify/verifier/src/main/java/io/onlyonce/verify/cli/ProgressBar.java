package io.onlyonce.verify.cli;

import io.onlyonce.verify.history.Recorder;
import io.onlyonce.verify.plan.Plan;
import io.onlyonce.verify.plan.Workload;
import io.onlyonce.verify.plan.Workload.Burst;
import io.onlyonce.verify.plan.Workload.Deliveries;
import io.onlyonce.verify.plan.Workload.Events;
import io.onlyonce.verify.plan.Workload.Replays;
import io.onlyonce.verify.plan.Workload.Retries;
import io.onlyonce.verify.report.LiveCounts;
import io.onlyonce.verify.run.Progress;
import java.io.PrintWriter;
import java.util.Timer;
import java.util.TimerTask;
import org.jspecify.annotations.Nullable;

/** Shows how a run gets on: a bar with live counts on a terminal, a line for each stage elsewhere. */
final class ProgressBar implements Progress, AutoCloseable {
    private static final int CELLS = 24;
    private static final int PAIR = 4;
    private static final long PULSE_MILLIS = 400;
    private static final String CLEAR = "\r\u001b[K";

    private final PrintWriter out;
    private final boolean terminal;
    private final long expected;
    private final Timer pulse = new Timer("progress", true);

    private volatile @Nullable Recorder recorder;
    private volatile String stage = "";

    ProgressBar(Plan plan, PrintWriter out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
        this.expected = plan.pace().rounds()
                * plan.workloads().stream().mapToLong(ProgressBar::requests).sum();
        if (terminal) {
            pulse.schedule(
                    new TimerTask() {
                        @Override
                        public void run() {
                            draw();
                        }
                    },
                    PULSE_MILLIS,
                    PULSE_MILLIS);
        }
    }

    /** How many requests are sent at least. */
    private static long requests(Workload workload) {
        long operations = workload.operations();
        if (workload instanceof Burst burst) {
            return operations * burst.copies();
        } else if (workload instanceof Retries retries) {
            return operations * retries.attempts();
        } else if (workload instanceof Replays replays) {
            return operations * (replays.times() + 1);
        } else if (workload instanceof Events events) {
            return operations * events.requests().size() * events.copies();
        } else if (workload instanceof Deliveries deliveries) {
            return operations * deliveries.requests().size() * (deliveries.least() + deliveries.most()) / 2;
        }
        return operations * PAIR;
    }

    @Override
    public void stage(String name, Recorder seen) {
        recorder = seen;
        stage = name;
        if (!terminal) {
            out.println(name);
            out.flush();
        }
    }

    private synchronized void draw() {
        Recorder seen = recorder;
        if (seen == null) {
            return;
        }
        long done = Math.min(CELLS, expected == 0 ? 0 : CELLS * (long) seen.begun() / expected);
        out.print(CLEAR + "[" + "#".repeat((int) done) + "·".repeat(CELLS - (int) done) + "] " + stage + "  "
                + LiveCounts.of(seen));
        out.flush();
    }

    @Override
    public void close() {
        pulse.cancel();
        synchronized (this) {
            if (terminal) {
                out.print(CLEAR);
                out.flush();
            }
        }
    }
}
