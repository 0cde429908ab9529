package io.onlyonce.benchmarks.mvc;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.benchmarks.CommandRun;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("the benchmark behind Spring MVC, in small")
class MvcCommandTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    @DisplayName("three handlers pay over HTTP, the data are right, and the report is written")
    void small(CommandRun.On server) throws Exception {
        CommandRun run =
                server.run(new MvcCommand(), folder, "--connections=3", "--rounds=2", "--seconds=0.2", "--warm-up=0.2");
        assertThat(run.written())
                .contains(
                        "| mvc-claim-first |",
                        "- ok     no payment failed: 0 errors",
                        "- ok     mvc-at-end: a record for each effect, and none without");
    }
}
