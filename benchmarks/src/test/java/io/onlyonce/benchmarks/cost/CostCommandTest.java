package io.onlyonce.benchmarks.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.benchmarks.CommandRun;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("the benchmark of the cost, in small")
class CostCommandTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    @DisplayName("all designs pay, the data are right, and the report is written")
    void small(CommandRun.On server) throws Exception {
        CommandRun run = server.run(
                new CostCommand(),
                folder,
                "--threads=1,3",
                "--rounds=2",
                "--seconds=0.1",
                "--warm-up=0.1",
                "--keys=UUIDV7");
        assertThat(run.written())
                .contains(
                        "**1 thread**",
                        "**3 threads**",
                        "| bare |",
                        "| onlyonce-claim-first |",
                        "- ok     no payment failed: 0 errors");
    }
}
