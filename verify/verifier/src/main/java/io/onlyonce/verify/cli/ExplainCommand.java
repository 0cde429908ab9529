package io.onlyonce.verify.cli;

import io.onlyonce.verify.report.Report;
import io.onlyonce.verify.report.TextReport;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Tells the counter-examples of a saved run. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        description = "Tells the counter-examples of a saved run step by step, where they come from and what to do.")
final class ExplainCommand implements Callable<Integer> {
    @Mixin
    private SavedRun run = new SavedRun();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        CommandSpec mine = Objects.requireNonNull(spec);
        Report report = run.read(mine);
        mine.commandLine().getOut().print(TextReport.explained(report));
        mine.commandLine().getOut().flush();
        return OnlyOnceVerify.exitCode(report.verdict());
    }
}
