package io.onlyonce.verify.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.verify.check.Expectation.Same;
import io.onlyonce.verify.history.Call;
import io.onlyonce.verify.history.Event;
import io.onlyonce.verify.history.Identity;
import io.onlyonce.verify.history.Recorder;
import io.onlyonce.verify.plan.Plan;
import io.onlyonce.verify.probe.Probe;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ProgressBarTest {
    /** Twelve requests: eight copies, and one replayed three times. */
    private static final Plan PLAN = new Probe(
                    "http://127.0.0.1:1/", "POST", Map.of(), "", "Idempotency-Key", 8, 1, Same.ANSWER, List.of())
            .plan();

    private static Recorder halfway() {
        Recorder recorder = new Recorder();
        for (int i = 0; i < 6; i++) {
            int attempt = recorder.nextAttempt();
            Call call = new Call(new Identity("request", "user", "key"), "ref", "print", "POST /");
            recorder.add(at -> new Event.Invoked(at, attempt, 1, call, ""));
            recorder.add(at -> new Event.Unknown(at, attempt, "closed"));
        }
        return recorder;
    }

    @Test
    @DisplayName("a terminal sees a bar with live counts, and none of it when the run is over")
    void terminal() {
        StringWriter screen = new StringWriter();
        try (ProgressBar progress = new ProgressBar(PLAN, new PrintWriter(screen), true)) {
            progress.stage("round 1 of 1", halfway());
            long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
            while (!screen.toString().contains("]") && System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            assertThat(screen.toString()).contains("[############············] round 1 of 1  6 requests: unknown 6");
        }
        assertThat(screen.toString()).endsWith("\r\u001b[K");
    }

    @Test
    @DisplayName("elsewhere each stage is a line")
    void lines() {
        StringWriter out = new StringWriter();
        try (ProgressBar progress = new ProgressBar(PLAN, new PrintWriter(out), false)) {
            progress.stage("starting", new Recorder());
            progress.stage("round 1 of 1", halfway());
        }
        assertThat(out.toString().lines()).containsExactly("starting", "round 1 of 1");
    }
}
