package io.onlyonce.verify.cli;

import io.onlyonce.verify.plan.Plan;
import io.onlyonce.verify.report.KeptRun;
import io.onlyonce.verify.report.Report;
import io.onlyonce.verify.report.TextReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Runs a plan before a person's eyes, and keeps what was seen, whatever comes. */
final class Execution {
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS");
    private static final long PATIENCE_SECONDS = 15;

    @Option(
            names = "--seed",
            paramLabel = "NUMBER",
            description =
                    "Decides what is sent when and what goes wrong: the same one for the same run. Default: drawn.")
    private @Nullable Long seed;

    @Option(
            names = "--out",
            paramLabel = "DIRECTORY",
            description =
                    "Where the run is kept: history, reports, output of started nodes. Default: a new one in onlyonce-runs.")
    private @Nullable Path out;

    /** Where this run is kept. */
    Path directory() throws IOException {
        Path directory =
                out == null ? Path.of("onlyonce-runs", STAMP.format(LocalDateTime.now(ZoneId.systemDefault()))) : out;
        return Files.createDirectories(directory);
    }

    /** Runs it to the end, and to a report in any case. */
    Report run(Plan plan, Path directory, CommandSpec spec) throws IOException {
        CountDownLatch written = new CountDownLatch(1);
        Thread ending = new Thread(interruption(Thread.currentThread(), written), "interruption");
        Runtime.getRuntime().addShutdownHook(ending);
        try {
            Report report = kept(plan, directory, spec);
            spec.commandLine().getOut().print(TextReport.of(report));
            spec.commandLine().getOut().println("  " + CliTexts.saved(directory));
            spec.commandLine().getOut().flush();
            return report;
        } finally {
            written.countDown();
            release(ending);
        }
    }

    private Report kept(Plan plan, Path directory, CommandSpec spec) throws IOException {
        long drawn = seed == null ? ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE) : seed;
        boolean terminal = spec.commandLine().getColorScheme().ansi().enabled();
        try (ProgressBar progress = new ProgressBar(plan, spec.commandLine().getErr(), terminal)) {
            return KeptRun.of(plan, drawn, directory, progress);
        }
    }

    /**
     * Whoever ends this process ends the run first, which ends the nodes that it has started and keeps the history.
     *
     * @param written counted down when all is written; the thread itself may never end, since it ends the process that waits for this
     */
    static Runnable interruption(Thread running, CountDownLatch written) {
        return () -> {
            running.interrupt();
            try {
                written.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
    }

    private static void release(Thread ending) {
        try {
            Runtime.getRuntime().removeShutdownHook(ending);
        } catch (IllegalStateException e) {
            // it is at work already, and waits for what was written
        }
    }
}
