package io.onlyonce.verify.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.verify.check.Verdict;
import io.onlyonce.verify.check.Verdict.CounterExample;
import io.onlyonce.verify.check.Verdict.Invalid;
import io.onlyonce.verify.check.Verdict.Unknown;
import io.onlyonce.verify.check.Verdict.Valid;
import io.onlyonce.verify.history.Attempt;
import io.onlyonce.verify.plan.PlanFile;
import io.onlyonce.verify.run.Verification.Result;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A run")
class VerificationTest {
    private static final String PLAN = """
            name: tiny shop
            target: {url: "%s", patience: 1s}
            requests:
              place:
                method: POST
                path: /orders
                headers: {Content-Type: application/json, X-User-Id: "${user}"}
                key: Idempotency-Key
                body: '{"ref":"${ref}"}'
                echo: true
                effects: {get: /effects, rows: /items, columns: [/ref, /count]}
            workload:
              - {burst: place, operations: 4, copies: 50}
              - {retries: place, operations: 10, attempts: 4, timeout: 4ms}
              - {replays: place, operations: 5}
              - {reuse: place, operations: 4}
              - {users: place, operations: 4}
              - {deliveries: place, operations: 10, copies: 1-5}
            faults: {cut-before: 3%%, cut-after: 3%%, cut-answer: 3%%, late: 3%%, latency: 20ms}
            settle: %s
            quiet: 300ms
            linger: 300ms
            timeout: 3s
            """;

    @TempDir
    Path directory;

    /** An operation that is under way may take a while, on a busy machine a longer one. */
    private Result run(String url, long seed) throws InterruptedException {
        return run(url, seed, "20s");
    }

    private Result run(String url, long seed, String settle) throws InterruptedException {
        return new Verification(
                        PlanFile.parse("plan.yaml", PLAN.formatted(url, settle)), seed, directory, Progress.NONE)
                .run();
    }

    @Test
    @DisplayName("against a right service is valid, for several seeds, and meets each fault")
    void right() throws Exception {
        for (long seed = 1; seed <= 3; seed++) {
            try (TinyShop shop = new TinyShop(TinyShop.Fault.NONE)) {
                Result result = run(shop.url(), seed);
                assertThat(result.verdict()).isInstanceOf(Valid.class);
                assertThat(result.evidence().history().attempts())
                        .hasSizeGreaterThan(250)
                        .extracting(attempt -> attempt.invoked().fault())
                        .contains("", "cut-before", "cut-after", "cut-answer", "late");
                assertThat(result.evidence().history().attempts()).anyMatch(Attempt::isUnknown);
            }
        }
    }

    @ParameterizedTest(name = "{0}: {1}")
    @DisplayName("against a broken service is invalid, and names the fault's effect")
    @CsvSource({
        "NO_KEYS, at-most-one-effect",
        "CHECK_THEN_ACT, at-most-one-effect",
        "NEW_BODY, replay-equals-first",
        "NO_SCOPE, mismatch-refused",
        "NO_FINGERPRINT, mismatch-refused",
        "STUCK, no-stuck-key",
        "ANSWERS_ONLY, effect-for-every-success"
    })
    void broken(TinyShop.Fault fault, String check) throws Exception {
        try (TinyShop shop = new TinyShop(fault)) {
            // this one keeps the run waiting all that time
            Verdict verdict = run(shop.url(), 1, fault == TinyShop.Fault.STUCK ? "1s" : "20s")
                    .verdict();
            assertThat(verdict).isInstanceOf(Invalid.class);
            assertThat(((Invalid) verdict).counterExamples())
                    .extracting(CounterExample::check)
                    .contains(check);
        }
    }

    @Test
    @DisplayName("against nobody is unknown, and says what to do")
    void nobody() throws Exception {
        Verdict verdict = run("http://127.0.0.1:" + freePort(), 1).verdict();
        assertThat(verdict)
                .isInstanceOfSatisfying(
                        Unknown.class,
                        unknown -> assertThat(unknown.why()).contains("was not ready after", "Start the service"));
    }

    @Test
    @DisplayName("whose service dies for good is unknown, and keeps its history")
    void dies() throws Exception {
        try (TinyShop shop = new TinyShop(TinyShop.Fault.DIES)) {
            Result result = run(shop.url(), 1, "1s");
            assertThat(result.verdict()).isInstanceOf(Unknown.class);
            assertThat(result.evidence().history().attempts()).hasSizeGreaterThan(60);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
