package io.onlyonce.benchmarks.herd;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.benchmarks.CommandRun;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("the benchmark of the herd, in small")
class HerdCommandTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    @DisplayName("each herd has one effect and one answer, and the report is written")
    void small(CommandRun.On server) throws Exception {
        CommandRun run = server.run(new HerdCommand(), folder, "--copies=4", "--herds=2", "--work=5", "--pool=4");
        assertThat(run.written())
                .contains(
                        "**4 copies, 2 nodes**",
                        "| onlyonce-claim-first |",
                        "- ok     every copy has the first one's answer");
    }
}
