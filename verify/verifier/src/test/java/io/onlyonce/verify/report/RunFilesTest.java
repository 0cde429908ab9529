package io.onlyonce.verify.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.onlyonce.verify.check.Evidence;
import io.onlyonce.verify.check.Observed;
import io.onlyonce.verify.check.Verdict;
import io.onlyonce.verify.run.Verification.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFilesTest {
    @TempDir
    Path directory;

    @Test
    @DisplayName("a run that stopped stays unknown when it is read back: its data were not looked at")
    void stopped() throws IOException {
        Report whole = Histories.once();
        Evidence blind = new Evidence(
                whole.history(), Observed.nothing(), whole.result().evidence().rules());
        Report stopped = new Report(
                "orders", whole.duration(), new Result(new Verdict.Unknown("The service is gone."), blind, 1));
        new RunFiles(directory).write(stopped);
        Report read = new RunFiles(directory).read();
        assertThat(read.verdict()).isEqualTo(new Verdict.Unknown("The service is gone."));
        assertThat(read.history().events()).isEqualTo(whole.history().events());
        assertThat(read.findings()).isEmpty();
    }

    @Test
    @DisplayName("a broken line of a history is named")
    void brokenLine() throws IOException {
        new RunFiles(directory).write(Histories.once());
        Path history = directory.resolve(RunFiles.HISTORY);
        Files.writeString(history, Files.readString(history) + "{\"event\":\"info\",\"at\":\n");
        assertThatIOException()
                .isThrownBy(() -> new RunFiles(directory).read())
                .withMessageContaining("history.jsonl, line 8");
    }

    @Test
    @DisplayName("an end without its beginning is refused")
    void cutHistory() throws IOException {
        new RunFiles(directory).write(Histories.once());
        Path history = directory.resolve(RunFiles.HISTORY);
        Files.write(history, Files.readAllLines(history).subList(1, 7));
        assertThatIOException()
                .isThrownBy(() -> new RunFiles(directory).read())
                .withMessageContaining("Attempt 1 ends without a beginning");
    }
}
