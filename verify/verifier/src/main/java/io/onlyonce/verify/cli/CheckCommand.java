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

/** Judges a saved run again. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = "Judges a saved run again: nothing is sent, its history is read.")
final class CheckCommand implements Callable<Integer> {
    @Mixin
    private SavedRun run = new SavedRun();

    @Mixin
    private Outputs outputs = new Outputs();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        CommandSpec mine = Objects.requireNonNull(spec);
        Report report = run.read(mine);
        mine.commandLine().getOut().print(TextReport.of(report));
        mine.commandLine().getOut().flush();
        outputs.write(report);
        return OnlyOnceVerify.exitCode(report.verdict());
    }
}
