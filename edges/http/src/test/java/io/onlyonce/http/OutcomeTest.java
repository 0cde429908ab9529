package io.onlyonce.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.Call;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.Work;
import io.onlyonce.error.CommitUnknownException;
import io.onlyonce.error.FenceLostException;
import io.onlyonce.error.MisuseException;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.http.Sent.Answer;
import io.onlyonce.record.RecordKey;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How each way in which an engine can end is told to a client. */
class OutcomeTest {
    private static final RecordKey KEY = new RecordKey("alice", "POST /pay", "k");

    private final Web web = new Web();

    @AfterEach
    void stop() {
        web.close();
    }

    /** An engine that always ends so. */
    private record Ending(Callable<Outcome<?>> end) implements OnlyOnce {
        @Override
        @SuppressWarnings("unchecked") // none of the outcomes carries a value
        public <T extends @Nullable Object> Outcome<T> run(Operation<T> operation, Call call, Work<T> work)
                throws Exception {
            return (Outcome<T>) end.call();
        }
    }

    private Answer when(Callable<Outcome<?>> end) {
        web.engine(new Ending(end))
                .settings(s -> s.withRetryAfter(Duration.ofMillis(2500))
                        .withProblems(ProblemWriter.json("https://errors.example/"))
                        .withRetryable(e -> e instanceof SQLException sql && "40001".equals(sql.getSQLState())))
                .endpoint("POST /pay", (request, response) -> web.ledger.add("pay"))
                .start(Container.TOMCAT);
        Answer answer = web.post("/pay?secret=1").key("k").go();
        web.mustHold(0, 0);
        return answer;
    }

    private static void mustBe(Answer answer, HttpProblem problem, @Nullable String retryAfter) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(problem.status());
        assertThat(answer.code()).isEqualTo(problem.code());
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.header("Retry-After")).isEqualTo(retryAfter);
        assertThat(answer.header("Idempotent-Replayed")).isNull();
        assertThat(answer.body())
                .contains("\"type\":\"https://errors.example/" + problem.code() + "\"")
                .contains("\"title\":\"" + problem.title() + "\"")
                .contains("\"status\":" + problem.status())
                .contains("\"instance\":\"/pay\"")
                .contains("\"detail\":\"" + problem.detail() + "\"")
                .doesNotContain("secret");
    }

    @ParameterizedTest
    @CsvSource({"PT0S,1", "PT0.001S,1", "PT1S,1", "PT1.000000001S,2", "PT1.5S,2", "PT59.9S,60"})
    @DisplayName("in progress: 409, and whole seconds that are never too early")
    void inProgress(Duration retryAfter, String seconds) {
        mustBe(when(() -> new Outcome.InProgress<>(KEY, retryAfter)), HttpProblem.REQUEST_IN_PROGRESS, seconds);
    }

    @Test
    @DisplayName("key reused: 422")
    void keyReused() {
        mustBe(when(() -> new Outcome.KeyReused<>(KEY)), HttpProblem.KEY_REUSED, null);
    }

    @Test
    @DisplayName("done, answer not available: 409")
    void resultUnavailable() {
        mustBe(when(() -> new Outcome.ResultUnavailable<>(KEY)), HttpProblem.RESULT_UNAVAILABLE, null);
    }

    @Test
    @DisplayName("outcome unknown: 409")
    void outcomeUnknown() {
        mustBe(when(() -> new Outcome.OutcomeUnknown<>(KEY)), HttpProblem.OUTCOME_UNKNOWN, null);
    }

    @Test
    @DisplayName("fence lost: 409, come back for the other attempt's answer")
    void fenceLost() {
        mustBe(
                when(() -> {
                    throw new FenceLostException(KEY);
                }),
                HttpProblem.FENCE_LOST,
                "3");
    }

    @Test
    @DisplayName("store down: 503, and no word of the store's address")
    void storeUnavailable() {
        mustBe(
                when(() -> {
                    throw new StoreUnavailableException(new IOException("secret host:5432"));
                }),
                HttpProblem.STORE_UNAVAILABLE,
                "3");
    }

    @Test
    @DisplayName("commit unknown: 503")
    void commitUnknown() {
        mustBe(
                when(() -> {
                    throw new CommitUnknownException(new IOException("secret"));
                }),
                HttpProblem.COMMIT_UNKNOWN,
                "3");
    }

    @Test
    @DisplayName("deadlocks beyond the bound: 503, try again")
    void retryable() {
        mustBe(
                when(() -> {
                    throw new SQLException("secret", "40001");
                }),
                HttpProblem.TRY_AGAIN,
                "3");
    }

    @Test
    @DisplayName("a wait that is interrupted: 503, try again")
    void interrupted() {
        mustBe(
                when(() -> {
                    throw new InterruptedException();
                }),
                HttpProblem.TRY_AGAIN,
                "3");
    }

    @Test
    @DisplayName("another database failure and misuse are the container's 500")
    void others() {
        assertThat(when(() -> {
                            throw new SQLException("planted", "42000");
                        })
                        .status())
                .isEqualTo(500);
    }

    @Test
    @DisplayName("misuse is the container's 500")
    void misuse() {
        assertThat(when(() -> {
                            throw new MisuseException("planted");
                        })
                        .status())
                .isEqualTo(500);
    }

    @Test
    @DisplayName("another key header, a small body")
    void settings() {
        web.settings(s -> s.withKeyHeader("X-Once").withMaxBodyBytes(3))
                .endpoint("POST /pay", (request, response) -> web.ledger.add("pay"))
                .start(Container.TOMCAT);

        assertThat(web.post("/pay").key("k").go().body())
                .contains("idempotency-key-missing")
                .contains("X-Once");
        assertThat(web.post("/pay").header("X-Once", "k").json("[12]").go().body())
                .contains("payload-too-large")
                .contains("3 bytes");
        assertThat(web.post("/pay").header("X-Once", "k").json("[1]").go().status())
                .isEqualTo(200);
        web.mustHold(1, 1);
    }

    @Test
    @DisplayName("the store fails, then is back: nothing was done, then once")
    void storeBack() {
        web.endpoint("POST /pay", (request, response) -> web.ledger.add("pay")).start(Container.TOMCAT);
        web.store.failWith(new StoreUnavailableException(new IOException("planted")));
        assertThat(web.post("/pay").key("k").go().code()).isEqualTo("store-unavailable");
        web.store.failWith(null);

        assertThat(web.post("/pay").key("k").go().status()).isEqualTo(200);
        assertThat(web.post("/pay").key("k").go().replayed()).isTrue();
        web.mustHold(1, 1);
    }

    @Test
    @DisplayName("a stored answer that cannot be read any more is never run again")
    void unreadable() {
        Operation<RecordedResponse> other = Operation.named(
                        "POST /pay", new io.onlyonce.ResultCodec<RecordedResponse>() {
                            @Override
                            public byte[] encode(RecordedResponse answer) {
                                return new byte[] {99};
                            }

                            @Override
                            public RecordedResponse decode(byte[] stored) throws IOException {
                                return new RecordedResponseCodec().decode(stored);
                            }
                        })
                .ending(StatusPolicy.SUCCESS_ONLY);
        OnlyOnce engine = OnlyOnce.transactional(web.store, web.transactions);
        web.endpoint(ProtectedEndpoint.of(engine, "POST /pay", other), (request, response) -> web.ledger.add("pay"))
                .start(Container.TOMCAT);

        assertThat(web.post("/pay").key("k").go().status()).isEqualTo(200);
        assertThat(web.post("/pay").key("k").go().code()).isEqualTo("result-unavailable");
        assertThat(web.ledger.runs()).isOne();
        web.mustHold(1, 1);
    }
}
