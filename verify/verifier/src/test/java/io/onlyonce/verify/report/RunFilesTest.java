package io.onlyonce.verify.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.onlyonce.verify.check.Evidence;
import io.onlyonce.verify.check.Expectation.Same;
import io.onlyonce.verify.check.Observed;
import io.onlyonce.verify.check.Verdict;
import io.onlyonce.verify.plan.Environment;
import io.onlyonce.verify.plan.Plan;
import io.onlyonce.verify.plan.PlanFile;
import io.onlyonce.verify.plan.WrittenPlan;
import io.onlyonce.verify.probe.Probe;
import io.onlyonce.verify.run.Progress;
import io.onlyonce.verify.run.Verification.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
    @DisplayName("the plan is kept as it can be run alone, with what it was run with and without secrets")
    void plan() throws IOException {
        String yaml = """
                target: http://127.0.0.1:${env.PORT}
                requests: {a: {method: POST, path: /a}}
                workload: [{burst: a}]
                rounds: 4
                """;
        Map<String, String> values = Map.of("PORT", "8081", "DB_PASSWORD", "open sesame");
        Path file = Files.writeString(directory.resolve("mine.yaml"), yaml);
        WrittenPlan written = PlanFile.written(file, Environment.SYSTEM.with(values));
        new RunFiles(directory.resolve("run")).writePlan(written, values);
        assertThat(directory.resolve("run").resolve(RunFiles.PLAN)).hasContent(yaml);
        assertThat(Files.readString(directory.resolve("run").resolve(RunFiles.SETTINGS)))
                .contains("\"rounds\":4", "\"PORT\":\"8081\"", "DB_PASSWORD")
                .doesNotContain("sesame");
    }

    @Test
    @DisplayName("a run that is interrupted, or whose verifier fails, is kept as unknown with what was seen")
    void kept() throws Exception {
        Plan plan = new Probe(
                        "http://127.0.0.1:1/", "POST", Map.of(), "", "Idempotency-Key", 2, 1, Same.ANSWER, List.of())
                .plan();
        Report failed = KeptRun.of(plan, 1, directory.resolve("failed"), (stage, recorder) -> {
            recorder.note("something");
            throw new OutOfMemoryError("no more");
        });
        assertThat(failed.verdict())
                .isInstanceOfSatisfying(
                        Verdict.Unknown.class,
                        unknown -> assertThat(unknown.why()).contains("The verifier itself failed", "no more"));
        assertThat(directory.resolve("failed").resolve(RunFiles.HISTORY))
                .content()
                .contains("something");
        assertThat(directory.resolve("failed").resolve(RunFiles.HTML)).exists();

        Thread.currentThread().interrupt();
        Files.createDirectory(directory.resolve("ended"));
        Report ended = KeptRun.of(plan, 1, directory.resolve("ended"), Progress.NONE);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(ended.verdict()).isEqualTo(new Verdict.Unknown("The run was interrupted."));
        assertThat(directory.resolve("ended").resolve(RunFiles.HTML)).content().contains("UNKNOWN");
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
