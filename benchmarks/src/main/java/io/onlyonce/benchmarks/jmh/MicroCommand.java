package io.onlyonce.benchmarks.jmh;

import io.onlyonce.benchmarks.report.Measuring;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures by JMH what OnlyOnce costs inside the process. */
@Command(
        name = "micro",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        description =
                "Measures by JMH what OnlyOnce costs inside the process, in time and memory, beside what is written by hand.")
public final class MicroCommand extends Measuring {
    @Option(
            names = "--full",
            description = "Three processes and 200 measurements for each figure, instead of one process and 20")
    private boolean full;

    @Option(names = "--only", defaultValue = "io.onlyonce", description = "Which benchmarks, as a regular expression")
    private String only = "";

    @Option(
            names = "--forks",
            defaultValue = "-1",
            description = "Processes for each figure; 0 = none of its own, -1 = 3 if full, else 1")
    private int forks;

    @Option(
            names = "--iterations",
            defaultValue = "-1",
            description = "Measurements in each process; -1 = 66 if full, else 20")
    private int iterations;

    @Option(names = "--millis", defaultValue = "100", description = "How long one measurement lasts")
    private long millis;

    @Override
    public Integer call() throws Exception {
        int times = iterations < 0 ? (full ? 66 : 20) : iterations;
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .include(only)
                        .mode(Mode.AverageTime)
                        .timeUnit(TimeUnit.NANOSECONDS)
                        .forks(forks < 0 ? (full ? 3 : 1) : forks)
                        .warmupIterations(2 * times) // also on a busy machine the compiler has to be done
                        .warmupTime(TimeValue.milliseconds(millis))
                        .measurementIterations(times)
                        .measurementTime(TimeValue.milliseconds(millis))
                        .addProfiler(GCProfiler.class)
                        .jvmArgsAppend("-Xms1g", "-Xmx1g")
                        .verbosity(VerboseMode.SILENT)
                        .shouldFailOnError(true)
                        .build())
                .run();
        MicroReport report = new MicroReport(results);
        terminal().println(report);
        report.into(ledger());
        return 0;
    }
}
