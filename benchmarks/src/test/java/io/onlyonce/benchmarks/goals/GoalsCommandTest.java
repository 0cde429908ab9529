package io.onlyonce.benchmarks.goals;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.benchmarks.report.Ledger;
import io.onlyonce.benchmarks.report.Spread;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@DisplayName("the goals")
class GoalsCommandTest {
    @TempDir
    private Path folder;

    @Test
    @DisplayName("each goal says what was reached, or that it was not measured; charts stand beside the page")
    void small() throws Exception {
        Path page = folder.resolve("performance.md");
        StringWriter terminal = new StringWriter();
        int code;
        try (TestDatabase server = TestServers.postgres()) {
            code = new CommandLine(new GoalsCommand())
                    .setOut(new PrintWriter(terminal, true))
                    .execute(
                            "--postgresql=" + server.url() + " " + server.user(),
                            "--parts=exact,cost",
                            "--peers",
                            "--rounds=1",
                            "--warm-up=0.1",
                            "--batches=1",
                            "--seconds=0.1",
                            "--out=" + page);
        }
        assertThat(code).as(terminal.toString()).isZero();
        assertThat(Files.readString(page))
                .contains("| G1 | extra commits of a first call | at most 0 | 0 | yes |")
                .contains("| G2 | extra round trips, record at end | at most 0 | 0 | yes |")
                .contains(
                        "| G15 | claim and completion in Redis over two PINGs, 16 threads | at least 0.95 | not measured |  |")
                .containsPattern("16 threads, claim first \\| at least 2 \\| [0-9]")
                .containsPattern("16 threads, record at end \\| at least 2.50 \\| [0-9]")
                .contains("![First calls a second")
                .contains("### postgresql/exact");
        assertThat(folder.resolve("throughput-postgresql.svg")).isNotEmptyFile();
        assertThat(terminal.toString()).contains("G17");
    }

    @Test
    @DisplayName("a goal is met at its bound, and missed beyond it")
    void bounds() {
        Ledger ledger = new Ledger();
        ledger.under("a").put("b", Spread.of(List.of(0.69, 0.70, 0.80)));
        assertThat(Goal.least("G", "", "a/b", 0.70).met(ledger)).isEqualTo("yes");
        assertThat(Goal.least("G", "", "a/b", 0.71).met(ledger)).isEqualTo("**no**");
        assertThat(Goal.most("G", "", "a/b", 0.70).met(ledger)).isEqualTo("yes");
        assertThat(Goal.most("G", "", "a/b", 0.69).met(ledger)).isEqualTo("**no**");
        assertThat(Goal.most("G", "", "a/b", 0.69).reached(ledger)).isEqualTo("0.70 (0.69-0.80)");
        assertThat(Goal.most("G", "", "a/c", 1).reached(ledger)).isEqualTo("not measured");
    }
}
