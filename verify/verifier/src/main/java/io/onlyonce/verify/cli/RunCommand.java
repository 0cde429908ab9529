package io.onlyonce.verify.cli;

import io.onlyonce.verify.plan.Environment;
import io.onlyonce.verify.plan.Plan;
import io.onlyonce.verify.plan.Plan.Pace;
import io.onlyonce.verify.plan.PlanFile;
import io.onlyonce.verify.plan.WrittenPlan;
import io.onlyonce.verify.report.Report;
import io.onlyonce.verify.report.RunFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs a plan. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = "Does what a plan says, and judges what came of it.")
final class RunCommand implements Callable<Integer> {
    @Parameters(paramLabel = "PLAN", description = "The plan, a YAML file.")
    private Path file = Path.of("");

    @Option(
            names = "--rounds",
            paramLabel = "NUMBER",
            description = "How often the workload is gone through, instead of what the plan says.")
    private @Nullable Integer rounds;

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "The value of $${env.NAME} in the plan, before the environment's own.")
    private Map<String, String> values = new LinkedHashMap<>();

    @Mixin
    private Execution execution = new Execution();

    @Mixin
    private Outputs outputs = new Outputs();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        CommandSpec mine = Objects.requireNonNull(spec);
        if (rounds != null && rounds < 1) {
            throw new ParameterException(mine.commandLine(), CliTexts.rounds(rounds));
        }
        WrittenPlan read = PlanFile.written(file, Environment.SYSTEM.with(values));
        Plan plan = rounds == null
                ? read.plan()
                : read.plan().with(rounds(read.plan().pace(), rounds));
        Path directory = execution.directory();
        new RunFiles(directory).writePlan(new WrittenPlan(plan, read.yaml()), values);
        Report report = execution.run(plan, directory, mine);
        outputs.write(report);
        return OnlyOnceVerify.exitCode(report.verdict());
    }

    private static Pace rounds(Pace pace, int rounds) {
        return new Pace(rounds, pace.concurrency(), pace.settle(), pace.quiet(), pace.timeout(), pace.linger());
    }
}
