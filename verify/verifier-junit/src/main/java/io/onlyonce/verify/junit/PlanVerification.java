package io.onlyonce.verify.junit;

import io.onlyonce.verify.check.Verdict;
import io.onlyonce.verify.plan.Environment;
import io.onlyonce.verify.plan.Plan;
import io.onlyonce.verify.plan.PlanFile;
import io.onlyonce.verify.report.HtmlReport;
import io.onlyonce.verify.report.Report;
import io.onlyonce.verify.report.RunFiles;
import io.onlyonce.verify.report.TextReport;
import io.onlyonce.verify.run.Progress;
import io.onlyonce.verify.run.Verification;
import io.onlyonce.verify.run.Verification.Result;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** A plan that is run within a test. Immutable. */
public final class PlanVerification {
    private static final String CLASSPATH = "classpath:";

    private final Plan plan;
    private final long seed;
    private final Optional<Path> directory;

    private PlanVerification(Plan plan, long seed, Optional<Path> directory) {
        this.plan = plan;
        this.seed = seed;
        this.directory = directory;
    }

    /** A plan that was put together in code, or read from a file. */
    public static PlanVerification of(Plan plan) {
        return new PlanVerification(plan, ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE), Optional.empty());
    }

    /**
     * Reads a plan.
     *
     * @param location a file, or a resource after {@code classpath:}
     * @param values of <code>${env.NAME}</code> in the plan, before the environment's own
     * @throws io.onlyonce.verify.plan.PlanException if it is no plan that can be followed
     */
    public static PlanVerification read(String location, Map<String, String> values) {
        Environment environment = Environment.SYSTEM.with(values);
        try {
            return of((location.startsWith(CLASSPATH)
                            ? PlanFile.resource(
                                    Thread.currentThread().getContextClassLoader(),
                                    location.substring(CLASSPATH.length()),
                                    environment)
                            : PlanFile.written(Path.of(location), environment))
                    .plan());
        } catch (IOException e) {
            throw new UncheckedIOException(JunitTexts.noPlan(location), e);
        }
    }

    /** The same with a seed that a failure has told. */
    public PlanVerification seed(long number) {
        return new PlanVerification(plan, number, directory);
    }

    /** The same, kept in this directory: history, reports, output of started nodes. It is made if it is not there. */
    public PlanVerification savedIn(Path kept) {
        return new PlanVerification(plan, seed, Optional.of(kept));
    }

    /**
     * Runs it, whatever comes of it.
     *
     * @throws IllegalStateException if this thread is interrupted
     */
    public Report run() {
        try {
            Path files = directory.isPresent()
                    ? Files.createDirectories(directory.get())
                    : Files.createTempDirectory("onlyonce-verify");
            long begin = System.nanoTime();
            Result result = new Verification(plan, seed, files, Progress.NONE).run();
            Report report = new Report(plan.name(), Duration.ofNanos(System.nanoTime() - begin), result);
            if (directory.isPresent()) {
                new RunFiles(files).write(report);
                Files.writeString(files.resolve("report.html"), HtmlReport.of(report));
            }
            return report;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(JunitTexts.interrupted(), e);
        }
    }

    /**
     * Runs it, and fails if a rule was broken or nothing was proved.
     *
     * @throws AssertionError with the report as its message
     */
    public Report verify() {
        Report report = run();
        if (!(report.verdict() instanceof Verdict.Valid)) {
            throw new AssertionError(
                    TextReport.of(report) + directory.map(JunitTexts::saved).orElse(""));
        }
        return report;
    }
}
