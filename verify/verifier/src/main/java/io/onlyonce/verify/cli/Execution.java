package io.onlyonce.verify.cli;

import io.onlyonce.verify.check.Evidence;
import io.onlyonce.verify.check.Observed;
import io.onlyonce.verify.check.Verdict;
import io.onlyonce.verify.plan.Plan;
import io.onlyonce.verify.report.HtmlReport;
import io.onlyonce.verify.report.Report;
import io.onlyonce.verify.report.RunFiles;
import io.onlyonce.verify.report.TextReport;
import io.onlyonce.verify.run.Verification;
import io.onlyonce.verify.run.Verification.Result;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Runs a plan before a person's eyes, and keeps what was seen, whatever comes. */
final class Execution {
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS");
    private static final long PATIENCE_MILLIS = 15_000;

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
        PrintWriter err = spec.commandLine().getErr();
        ProgressBar progress = new ProgressBar(
                plan, err, spec.commandLine().getColorScheme().ansi().enabled());
        long drawn = seed == null ? ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE) : seed;
        long begin = System.nanoTime();
        Result result = result(plan, drawn, directory, progress);
        Report report = new Report(plan.name(), Duration.ofNanos(System.nanoTime() - begin), result);
        new RunFiles(directory).write(report);
        Files.writeString(directory.resolve("report.html"), HtmlReport.of(report));
        spec.commandLine().getOut().print(TextReport.of(report));
        spec.commandLine().getOut().println("  " + CliTexts.saved(directory));
        spec.commandLine().getOut().flush();
        return report;
    }

    private static Result result(Plan plan, long seed, Path directory, ProgressBar progress) {
        Thread ending = new Thread(interruption(Thread.currentThread()), "interruption");
        Runtime.getRuntime().addShutdownHook(ending);
        try (progress) {
            return new Verification(plan, seed, directory, progress).run();
        } catch (InterruptedException e) {
            return unknown(plan, seed, progress, CliTexts.interrupted());
        } catch (RuntimeException e) {
            return unknown(plan, seed, progress, CliTexts.bug(e));
        } finally {
            release(ending);
        }
    }

    private static Result unknown(Plan plan, long seed, ProgressBar progress, String why) {
        return new Result(
                new Verdict.Unknown(why), new Evidence(progress.history(), Observed.nothing(), plan.rules()), seed);
    }

    /** Whoever ends this process ends the run first, which ends the nodes that it has started and keeps the history. */
    private static Runnable interruption(Thread running) {
        return () -> {
            running.interrupt();
            try {
                running.join(PATIENCE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
    }

    private static void release(Thread ending) {
        try {
            Runtime.getRuntime().removeShutdownHook(ending);
        } catch (IllegalStateException e) {
            // it is at work already, and waits for this thread
        }
    }
}
