package io.onlyonce.verify.cli;

import io.onlyonce.verify.check.Verdict;
import io.onlyonce.verify.plan.PlanException;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command with its subcommands. Exit codes: 0 valid, 1 invalid, 2 unknown or misuse. */
@Command(
        name = "onlyonce-verify",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = {
            RunCommand.class,
            CheckCommand.class,
            ExplainCommand.class,
            ProbeCommand.class,
            GenerateCompletion.class
        },
        description = "Tells whether an HTTP service lets each operation take effect only once.",
        footer = {"", "Exit codes: 0 valid, 1 invalid, 2 unknown or misuse."})
final class OnlyOnceVerify implements Runnable {
    static final int VALID = 0;
    static final int INVALID = 1;
    static final int UNKNOWN = 2;

    @Spec
    private @Nullable CommandSpec spec;

    /**
     * @param answers where a person types
     */
    static CommandLine commandLine(Reader answers) {
        return new CommandLine(new OnlyOnceVerify())
                .addSubcommand(new InitCommand(answers))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(OnlyOnceVerify::misuse)
                .setExecutionExceptionHandler((failure, command, parsed) -> failed(failure, command));
    }

    private static int misuse(ParameterException e, String[] arguments) {
        CommandLine command = e.getCommandLine();
        command.getErr().println(e.getMessage());
        command.getErr().println(CliTexts.help(command.getCommandSpec().qualifiedName()));
        return UNKNOWN;
    }

    private static int failed(Exception failure, CommandLine command) {
        if (failure instanceof PlanException) {
            command.getErr().println(failure.getMessage());
        } else if (failure instanceof NoSuchFileException missing) {
            command.getErr().println(CliTexts.noFile(missing.getFile()));
        } else if (failure instanceof IOException) {
            command.getErr().println(CliTexts.io(failure));
        } else {
            command.getErr().println(CliTexts.bug(failure));
        }
        return UNKNOWN;
    }

    static int exitCode(Verdict verdict) {
        if (verdict instanceof Verdict.Valid) {
            return VALID;
        }
        return verdict instanceof Verdict.Invalid ? INVALID : UNKNOWN;
    }

    @Override
    public void run() {
        if (spec != null) {
            throw new ParameterException(
                    spec.commandLine(), CliTexts.noCommand(spec.subcommands().keySet()));
        }
    }
}
