package io.onlyonce.benchmarks.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.benchmarks.CommandRun;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("the benchmark of exact counts, in small")
class ExactCommandTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    @DisplayName("all designs are counted, the data are right, and the report is written")
    void small(CommandRun.On server) throws Exception {
        CommandRun run = server.run(new ExactCommand(), folder, "--batches=1", "--calls=5");
        assertThat(run.written()).contains("| onlyonce-claim-first |", "| onlyonce-at-end |", "**A replay**");
    }
}
