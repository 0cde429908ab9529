package io.onlyonce.verify.cli;

import io.onlyonce.verify.init.Draft;
import io.onlyonce.verify.init.Interview;
import io.onlyonce.verify.init.OpenApi;
import io.onlyonce.verify.init.PlanWriter;
import io.onlyonce.verify.plan.PlanFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Writes a first plan. */
@Command(
        name = "init",
        mixinStandardHelpOptions = true,
        description = "Writes a first plan with comments, from a few answers or from an OpenAPI document.")
final class InitCommand implements Callable<Integer> {
    private final Reader answers;

    @Option(
            names = "--openapi",
            paramLabel = "FILE",
            description = "An OpenAPI document: each of its unsafe methods becomes a request.")
    private @Nullable Path document;

    @Option(names = "--out", paramLabel = "FILE", description = "Where the plan goes. Default: ${DEFAULT-VALUE}.")
    private Path out = Path.of("onlyonce.yaml");

    @Option(names = "--force", description = "Write over a file that is there.")
    private boolean force;

    @Spec
    private @Nullable CommandSpec spec;

    InitCommand(Reader answers) {
        this.answers = answers;
    }

    @Override
    public Integer call() throws IOException {
        CommandSpec mine = Objects.requireNonNull(spec);
        PrintWriter print = mine.commandLine().getOut();
        if (Files.exists(out) && !force) {
            throw new ParameterException(mine.commandLine(), CliTexts.exists(out));
        }
        Draft draft = document == null ? new Interview(answers, print).draft() : OpenApi.read(document);
        String plan = PlanWriter.write(draft);
        PlanFile.parse(out.toString(), plan); // what was answered may be wrong; it is told with its place
        Files.writeString(out, plan);
        print.println(CliTexts.written(out));
        print.flush();
        return OnlyOnceVerify.VALID;
    }
}
