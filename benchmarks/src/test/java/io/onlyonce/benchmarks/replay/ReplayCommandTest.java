package io.onlyonce.benchmarks.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.benchmarks.CommandRun;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("the benchmark of replays, in small")
class ReplayCommandTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    @DisplayName("what was paid is asked for in three ways, each answer is the first one, and the report is written")
    void small(CommandRun.On server) throws Exception {
        CommandRun run = server.run(
                new ReplayCommand(),
                folder,
                "--keys=50",
                "--rounds=1",
                "--seconds=0.1",
                "--warm-up=0.1",
                "--threads=1,2");
        assertThat(run.written())
                .contains(
                        "| select |",
                        "| onlyonce-read-first |",
                        "| without-look |",
                        "- ok     each answer is the first one: 0 errors",
                        "- ok     each key has exactly one effect: 50 keys, 50 effects of 50 keys");
    }
}
