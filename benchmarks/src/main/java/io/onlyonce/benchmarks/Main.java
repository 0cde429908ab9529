package io.onlyonce.benchmarks;

import io.onlyonce.benchmarks.cost.CostCommand;
import io.onlyonce.benchmarks.goals.GoalsCommand;
import io.onlyonce.benchmarks.growth.GrowthCommand;
import io.onlyonce.benchmarks.herd.HerdCommand;
import io.onlyonce.benchmarks.jmh.MicroCommand;
import io.onlyonce.benchmarks.mvc.MvcCommand;
import io.onlyonce.benchmarks.purge.PurgeCommand;
import io.onlyonce.benchmarks.redis.RedisCommand;
import io.onlyonce.benchmarks.replay.ReplayCommand;
import io.onlyonce.benchmarks.waiting.WaitingCommand;
import io.onlyonce.benchmarks.wire.ExactCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Where the executable jar begins. Exit codes: 0 all checks hold, 1 one does not, 2 misuse or an error. */
@Command(
        name = "onlyonce-benchmarks",
        mixinStandardHelpOptions = true,
        subcommands = {
            CostCommand.class,
            ExactCommand.class,
            GoalsCommand.class,
            GrowthCommand.class,
            HerdCommand.class,
            MicroCommand.class,
            MvcCommand.class,
            PurgeCommand.class,
            RedisCommand.class,
            ReplayCommand.class,
            WaitingCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        description = "Measures OnlyOnce under load, and checks in the data that it keeps its promise there.",
        footer = {"", "Exit codes: 0 all checks hold, 1 one does not, 2 misuse or an error."})
public final class Main {
    private static final int FAILED = 2;

    private Main() {}

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Main())
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    failure.printStackTrace(command.getErr());
                    return FAILED;
                })
                .execute(arguments));
    }
}
