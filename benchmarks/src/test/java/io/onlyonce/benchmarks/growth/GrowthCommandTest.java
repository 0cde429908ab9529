package io.onlyonce.benchmarks.growth;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.benchmarks.CommandRun;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("the benchmark of growth, in small")
class GrowthCommandTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    @DisplayName("a table that grows is measured twice for each kind of keys, and the report is written")
    void small(CommandRun.On server) throws Exception {
        CommandRun run = server.run(
                new GrowthCommand(),
                folder,
                "--sizes=100,300",
                "--rounds=1",
                "--seconds=0.1",
                "--warm-up=0.1",
                "--wal-calls=20");
        assertThat(run.written())
                .contains("| 300 |", "**UUIDV7 keys**", "- ok     RANDOM: the records lie where they are looked for");
    }
}
