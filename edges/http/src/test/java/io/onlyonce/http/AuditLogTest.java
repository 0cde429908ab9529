package io.onlyonce.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.onlyonce.OnlyOnce;
import io.onlyonce.json.BusinessNumber;
import io.onlyonce.probe.DecisionLog;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

@DisplayName("The audit log")
class AuditLogTest {
    private static final String KEY = "key-of-alice-7d1f";
    private static final String SECRET = "4111-1111-1111-1111";

    private final Web web = new Web();
    private final Logger all = (Logger) LoggerFactory.getLogger("io.onlyonce");
    private final ListAppender<ILoggingEvent> heard = new ListAppender<>();

    @BeforeEach
    void start() {
        heard.start();
        all.addAppender(heard);
        all.setLevel(Level.TRACE);
        ProtectedEndpoint pay = ProtectedEndpoint.of(
                OnlyOnce.transactional(web.store, web.transactions, new DecisionLog()),
                "POST /pay",
                ProtectedEndpoint.operation("POST /pay", StatusPolicy.remembering(409))
                        .summary(new AnswerSummary(BusinessNumber.at("/orderId"))));
        web.endpoint(pay, (request, response) -> {
                    String wanted = new String(request.getInputStream().readAllBytes(), UTF_8);
                    if (wanted.contains("too much")) {
                        response.setStatus(409);
                        return;
                    }
                    if (wanted.contains("broken")) {
                        throw new IllegalStateException("The handler fails.");
                    }
                    web.ledger.add("pay");
                    response.setStatus(201);
                    response.setContentType("application/json");
                    response.getWriter().print("{\"orderId\":\"O-17\",\"card\":\"" + SECRET + "\"}");
                })
                .start(Container.TOMCAT);
    }

    @AfterEach
    void stop() {
        web.close();
        all.detachAppender(heard);
        all.setLevel(null);
    }

    private Sent pay(String request, String body) {
        return web.post("/pay").key(KEY).header("X-Request-Id", request).json(body);
    }

    /** The fields of each decision, in order. */
    private List<Map<String, String>> decisions() {
        return heard.list.stream()
                .filter(event -> event.getLoggerName().equals(DecisionLog.NAME))
                .map(event -> {
                    Map<String, String> fields = new TreeMap<>();
                    event.getKeyValuePairs().forEach(pair -> fields.put(pair.key, String.valueOf(pair.value)));
                    return fields;
                })
                .toList();
    }

    @Test
    @DisplayName("tells of each request what was decided, by what, and how it ended")
    void fields() {
        pay("r-1", "{\"amount\":1}").go();
        pay("r-2", "{\"amount\":1}").go();
        pay("r-3", "{\"amount\":2}").go();
        web.post("/pay").header("X-Request-Id", "r-5").json("{}").go();

        assertThat(decisions()).hasSize(4);
        Map<String, String> first = decisions().get(0);
        assertThat(first)
                .containsEntry("onlyonce.operation", "POST /pay")
                .containsEntry("onlyonce.scope", DecisionLog.digest("alice"))
                .containsEntry("onlyonce.key", DecisionLog.digest(KEY))
                .containsEntry("onlyonce.decision", "FIRST")
                .containsEntry("onlyonce.state", "DONE")
                .containsEntry("onlyonce.layer", "RECORD")
                .containsEntry("onlyonce.attempt", "1")
                .containsEntry("onlyonce.code", "201")
                .containsEntry("onlyonce.number", "O-17")
                .containsEntry("onlyonce.request", "r-1")
                .containsKeys("onlyonce.took_us", "onlyonce.record");
        assertThat(decisions().get(1))
                .containsEntry("onlyonce.decision", "REPLAYED")
                .containsEntry("onlyonce.number", "O-17")
                .containsEntry("onlyonce.request", "r-2")
                .containsEntry("onlyonce.record", first.get("onlyonce.record"))
                .doesNotContainKey("onlyonce.attempt");
        assertThat(decisions().get(2))
                .containsEntry("onlyonce.decision", "KEY_REUSED")
                .containsEntry("onlyonce.request", "r-3")
                .doesNotContainKeys("onlyonce.code", "onlyonce.number");
        assertThat(decisions().get(3))
                .containsEntry("onlyonce.decision", "REJECTED")
                .containsEntry("onlyonce.code", "idempotency-key-missing")
                .containsEntry("onlyonce.request", "r-5")
                .doesNotContainKey("onlyonce.record");
        web.mustHold(1, 1);
    }

    @Test
    @DisplayName("tells refusals and failures apart")
    void refusals() {
        pay("r-1", "{\"amount\":\"too much\"}").go();
        pay("r-2", "{\"amount\":\"too much\"}").go();
        web.post("/pay").key("other").json("{\"amount\":\"broken\"}").go();

        assertThat(decisions())
                .extracting(fields -> fields.get("onlyonce.decision"))
                .containsExactly("REFUSED", "REPLAYED", "FAILED");
        assertThat(decisions().get(0)).containsEntry("onlyonce.code", "409");
        assertThat(decisions().get(2)).containsEntry("onlyonce.state", "NONE").doesNotContainKey("onlyonce.request");
        web.mustHold(0, 1);
    }

    @Test
    @DisplayName(
            "B-45 a rejected request tells as much of its key as was known, leaves no record, and its key stays free")
    void rejected() {
        web.post("/pay").key("no").key("two").json("{}").go();
        pay("r-1", "{\"amount\":1,\"card\":\"" + SECRET).go();
        pay("r-2", "{\"amount\":1}").go();

        assertThat(decisions()).hasSize(3);
        assertThat(decisions().get(0))
                .containsEntry("onlyonce.code", "idempotency-key-invalid")
                .doesNotContainKeys("onlyonce.key", "onlyonce.scope", "onlyonce.record");
        assertThat(decisions().get(1))
                .containsEntry("onlyonce.decision", "REJECTED")
                .containsEntry("onlyonce.code", "malformed-json")
                .containsEntry("onlyonce.key", DecisionLog.digest(KEY))
                .containsEntry("onlyonce.scope", DecisionLog.digest("alice"))
                .containsEntry("onlyonce.record", decisions().get(2).get("onlyonce.record"));
        assertThat(decisions().get(2)).containsEntry("onlyonce.decision", "FIRST");
        web.mustHold(1, 1);
    }

    @Test
    @DisplayName("takes no id of a request that could forge a line, and leaves none behind on the thread")
    void saneIds() {
        pay("r 1", "{\"amount\":1}").go();
        pay("x".repeat(129), "{\"amount\":1}").go();
        assertThat(decisions())
                .hasSize(2)
                .allSatisfy(fields -> assertThat(fields).doesNotContainKey("onlyonce.request"));
    }

    @Test
    @DisplayName("B-45 no key, no caller, no body stands in any line of OnlyOnce's, at any level")
    void secrets() {
        pay("r-1", "{\"amount\":1,\"card\":\"" + SECRET + "\"}").go();
        pay("r-2", "{\"amount\":1,\"card\":\"" + SECRET + "\"}").go();
        pay("r-3", "{\"amount\":2,\"card\":\"" + SECRET + "\"}").go();
        pay("r-4", "{\"amount\":2,\"card\":\"" + SECRET).go();
        web.post("/pay").key("x".repeat(256) + KEY).json("{}").go();
        web.post("/pay")
                .header("Idempotency-Key", KEY)
                .header("Idempotency-Key", KEY + "2")
                .json("{}")
                .go();

        assertThat(heard.list).isNotEmpty().allSatisfy(event -> {
            String line = event.getFormattedMessage()
                    + event.getKeyValuePairs()
                    + (event.getThrowableProxy() == null
                            ? ""
                            : event.getThrowableProxy().getMessage());
            assertThat(line).doesNotContain(KEY).doesNotContain("alice").doesNotContain(SECRET);
        });
    }
}
