package io.onlyonce.verify.cli;

import io.onlyonce.verify.report.Report;
import io.onlyonce.verify.report.RunFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** The run that a command is about. */
final class SavedRun {
    @Parameters(paramLabel = "RUN", description = "The directory of a run.")
    private Path directory = Path.of("");

    Report read(CommandSpec spec) throws IOException {
        if (!Files.exists(directory.resolve(RunFiles.HISTORY))) {
            throw new ParameterException(spec.commandLine(), CliTexts.noRun(directory));
        }
        return new RunFiles(directory).read();
    }
}
