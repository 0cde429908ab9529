package io.onlyonce.benchmarks.purge;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@DisplayName("B-43 the benchmark of the purge, in small")
class PurgeCommandTest {
    @TempDir
    private Path folder;

    @Test
    @DisplayName(
            "B-43 PostgreSQL: three rounds of a purge beside requests leave the data right, and the report is written")
    void postgresql() throws Exception {
        try (TestDatabase database = TestServers.postgres()) {
            purges(database);
        }
    }

    @Test
    @DisplayName(
            "B-43 MariaDB: three rounds of a purge beside requests leave the data right, and the report is written")
    void mariadb() throws Exception {
        try (TestDatabase database = TestServers.mariadb()) {
            purges(database);
        }
    }

    private void purges(TestDatabase server) throws Exception {
        Path file = folder.resolve("purge.md");
        StringWriter printed = new StringWriter();
        int code = new CommandLine(new PurgeCommand())
                .setOut(new PrintWriter(printed, true))
                .execute(
                        "--jdbc=" + server.url(),
                        "--user=" + server.user(),
                        "--password=" + server.password(),
                        "--expired=1500",
                        "--live=500",
                        "--batch=100",
                        "--rate=50",
                        "--quiet-seconds=1",
                        "--warm-up=1",
                        "--old-snapshot",
                        "--out=" + file);
        assertThat(code).as(printed.toString()).isZero();
        assertThat(printed.toString()).contains("rows purged").doesNotContain("FAILED");
        assertThat(Files.readString(file)).contains("| rows purged |", "- ok     no claim is left: 0");
    }
}
