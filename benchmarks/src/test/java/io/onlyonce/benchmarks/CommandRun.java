package io.onlyonce.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine;

/** One run of a command on a real server. Every check of the command has to hold. */
public record CommandRun(String printed, String written) {
    /** The servers that commands are run on. */
    @SuppressWarnings("ImmutableEnumChecker") // a method reference without state
    public enum On {
        POSTGRESQL(TestServers::postgres),
        MARIADB(TestServers::mariadb);

        private final Supplier<TestDatabase> database;

        On(Supplier<TestDatabase> database) {
            this.database = database;
        }

        /** Runs it and looks that each check holds. */
        public CommandRun run(Object command, Path folder, String... options) throws Exception {
            try (TestDatabase server = database.get()) {
                Path file = folder.resolve("report.md");
                List<String> arguments = new ArrayList<>(List.of(
                        "--jdbc=" + server.url(),
                        "--user=" + server.user(),
                        "--password=" + server.password(),
                        "--out=" + file));
                arguments.addAll(List.of(options));
                StringWriter printed = new StringWriter();
                PrintWriter terminal = new PrintWriter(printed, true);
                int code = new CommandLine(command)
                        .setOut(terminal)
                        .setErr(terminal)
                        .execute(arguments.toArray(String[]::new));
                assertThat(code).as(printed.toString()).isZero();
                assertThat(printed.toString())
                        .contains("ok     each key has exactly one effect", "ok     no money is lost or made")
                        .doesNotContain("FAILED");
                return new CommandRun(printed.toString(), Files.readString(file));
            }
        }
    }
}
