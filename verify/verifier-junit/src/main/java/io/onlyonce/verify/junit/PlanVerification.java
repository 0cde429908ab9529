package io.onlyonce.verify.junit;

import io.onlyonce.verify.check.Verdict;
import io.onlyonce.verify.plan.Environment;
import io.onlyonce.verify.plan.Plan;
import io.onlyonce.verify.plan.PlanFile;
import io.onlyonce.verify.plan.WrittenPlan;
import io.onlyonce.verify.report.KeptRun;
import io.onlyonce.verify.report.Report;
import io.onlyonce.verify.report.RunFiles;
import io.onlyonce.verify.report.TextReport;
import io.onlyonce.verify.run.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** A plan that is run within a test. Immutable. */
public final class PlanVerification {
    private static final String CLASSPATH = "classpath:";

    private final Plan plan;
    private final Optional<Text> text;
    private final long seed;
    private final Optional<Path> directory;

    /** What a plan was read from, to be kept with the run. */
    private record Text(WrittenPlan plan, Map<String, String> values) {}

    private PlanVerification(Plan plan, Optional<Text> text, long seed, Optional<Path> directory) {
        this.plan = plan;
        this.text = text;
        this.seed = seed;
        this.directory = directory;
    }

    private static PlanVerification of(Plan plan, Optional<Text> text) {
        return new PlanVerification(
                plan, text, ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE), Optional.empty());
    }

    /** A plan that was put together in code, or read from a file. */
    public static PlanVerification of(Plan plan) {
        return of(plan, Optional.empty());
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
            WrittenPlan written = location.startsWith(CLASSPATH)
                    ? PlanFile.resource(
                            Thread.currentThread().getContextClassLoader(),
                            location.substring(CLASSPATH.length()),
                            environment)
                    : PlanFile.written(Path.of(location), environment);
            return of(written.plan(), Optional.of(new Text(written, Map.copyOf(values))));
        } catch (IOException e) {
            throw new UncheckedIOException(JunitTexts.noPlan(location), e);
        }
    }

    /** The same with a seed that a failure has told. */
    public PlanVerification seed(long number) {
        return new PlanVerification(plan, text, number, directory);
    }

    /** The same, kept in this directory: history, reports, the plan's text, output of started nodes. It is made if it is not there. */
    public PlanVerification savedIn(Path kept) {
        return new PlanVerification(plan, text, seed, Optional.of(kept));
    }

    /** Runs it, whatever comes of it: an interruption or a failure of the verifier itself makes the verdict unknown. An interrupted thread stays so. */
    public Report run() {
        try {
            if (directory.isPresent()) {
                return run(Files.createDirectories(directory.get()));
            }
            Path temporary = Files.createTempDirectory("onlyonce-verify");
            Report report = run(temporary);
            if (report.verdict() instanceof Verdict.Valid
                    || plan.target().starts().isEmpty()) {
                delete(temporary); // otherwise the output of the nodes is there, which may say why
            }
            return report;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Report run(Path files) throws IOException {
        if (text.isPresent()) {
            new RunFiles(files).writePlan(text.get().plan(), text.get().values());
        }
        return KeptRun.of(plan, seed, files, Progress.NONE);
    }

    private static void delete(Path directory) throws IOException {
        try (var files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
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
