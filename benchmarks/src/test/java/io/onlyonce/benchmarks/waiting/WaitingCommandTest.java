package io.onlyonce.benchmarks.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class WaitingCommandTest {
    @Test
    @DisplayName("The duplicates that were weighed while they waited all get the first call's answer")
    void inSmall() {
        StringWriter printed = new StringWriter();
        int code = new CommandLine(new WaitingCommand())
                .setOut(new PrintWriter(printed, true))
                .execute("--duplicates=150");
        assertThat(code).as(printed.toString()).isZero();
        assertThat(printed.toString()).contains("ok     2 executed, 150 replayed");
    }
}
