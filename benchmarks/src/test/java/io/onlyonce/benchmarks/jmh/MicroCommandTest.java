package io.onlyonce.benchmarks.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class MicroCommandTest {
    @Test
    @DisplayName("G11, G16 every benchmark of the process runs, and stands beside its limit")
    void inSmall() {
        StringWriter printed = new StringWriter();
        int code = new CommandLine(new MicroCommand())
                .setOut(new PrintWriter(printed, true))
                .execute("--forks=0", "--iterations=1", "--millis=5");
        assertThat(code).as(printed.toString()).isZero();
        assertThat(printed.toString().lines())
                .anyMatch(line -> line.matches("Replay.cached( +[0-9.]+){4}"))
                .anyMatch(line -> line.matches("FirstCall.leased( +[0-9.]+){4}"))
                .anyMatch(line -> line.matches("Digest.json 16384( +[0-9.]+){4}"))
                .anyMatch(line -> line.matches("Codec.decode( +[0-9.]+){4}"))
                .anyMatch(line -> line.matches("RecordId.timed( +[0-9.]+){4}"));
    }
}
