package io.onlyonce.verify.report;

import io.onlyonce.verify.check.Evidence;
import io.onlyonce.verify.check.Observed;
import io.onlyonce.verify.check.Verdict;
import io.onlyonce.verify.history.History;
import io.onlyonce.verify.history.Recorder;
import io.onlyonce.verify.plan.Plan;
import io.onlyonce.verify.run.Progress;
import io.onlyonce.verify.run.Verification;
import io.onlyonce.verify.run.Verification.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A run that is kept, whatever comes: an interruption or a failure of the verifier itself makes the verdict unknown, and what was seen until then is written all the same. */
public final class KeptRun implements Progress {
    private final Plan plan;
    private final Path directory;
    private final Progress progress;

    private volatile @Nullable Recorder recorder;

    private KeptRun(Plan plan, Path directory, Progress progress) {
        this.plan = plan;
        this.directory = directory;
        this.progress = progress;
    }

    /**
     * Runs a plan, and writes all files of the run. If the thread is interrupted meanwhile, it is so again when this returns.
     *
     * @param seed the same one makes the same scripts and faults
     * @param directory for these files, and for the output of nodes that the run starts; it must exist
     * @throws IOException if a file can't be written
     */
    public static Report of(Plan plan, long seed, Path directory, Progress progress) throws IOException {
        return new KeptRun(plan, directory, progress).run(seed);
    }

    private Report run(long seed) throws IOException {
        long begin = System.nanoTime();
        Result result;
        boolean interrupted = false;
        try {
            result = new Verification(plan, seed, directory, this).run();
        } catch (InterruptedException e) {
            interrupted = true;
            result = unknown(seed, ReportTexts.interrupted());
        } catch (Throwable e) { // when memory is used up as well: the history is worth more than a clean end
            result = unknown(seed, ReportTexts.bug(e) + " " + ReportTexts.seen());
        }
        interrupted |= Thread.interrupted(); // it would come into the way of writing
        try {
            Report report = new Report(plan.name(), Duration.ofNanos(System.nanoTime() - begin), result);
            new RunFiles(directory).write(report);
            return report;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Result unknown(long seed, String why) {
        Recorder seen = recorder;
        History history = seen == null ? History.of(List.of()) : seen.history();
        return new Result(new Verdict.Unknown(why), new Evidence(history, Observed.nothing(), plan.rules()), seed);
    }

    @Override
    public void stage(String stage, Recorder seen) {
        recorder = seen;
        progress.stage(stage, seen);
    }
}
