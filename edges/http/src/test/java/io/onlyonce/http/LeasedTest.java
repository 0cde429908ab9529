package io.onlyonce.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.Guarantee;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.http.Sent.Answer;
import io.onlyonce.memory.MemoryLeasedRecordStore;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.RecordKey;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Endpoints whose work is not one transaction. */
class LeasedTest {
    private final Web web = new Web();
    private final MemoryLeasedRecordStore store = new MemoryLeasedRecordStore();
    private final AtomicInteger calls = new AtomicInteger();
    private volatile int status = 200;

    @BeforeEach
    void start() {
        Operation<RecordedResponse> remote = ProtectedEndpoint.operation("remote", StatusPolicy.remembering(409))
                .guarantee(Guarantee.Leased.of(Duration.ofSeconds(30)))
                .patience(Duration.ZERO);
        web.endpoint(
                        ProtectedEndpoint.of(OnlyOnce.leased(store, Probe.NONE), "POST /remote", remote),
                        (request, response) -> {
                            response.setStatus(status);
                            response.getWriter().print("call " + calls.incrementAndGet());
                        })
                .start(Container.TOMCAT);
    }

    @AfterEach
    void stop() {
        web.close();
    }

    private Answer call() {
        return web.post("/remote").key("k").go();
    }

    @Test
    @DisplayName("B-09 leased: success and declared refusals are replayed")
    void remembered() {
        status = 409;
        Answer first = call();
        assertThat(call().bytes()).isEqualTo(first.bytes());
        assertThat(calls).hasValue(1);
        assertThat(store.find(new RecordKey("alice", "remote", "k"))).isPresent();
    }

    @Test
    @DisplayName("B-09 leased: a 4xx that is not declared had no effect, and a retry runs")
    void forgotten() {
        status = 400;
        assertThat(call().status()).isEqualTo(400);
        status = 200;
        assertThat(call().body()).isEqualTo("call 2");
        assertThat(call().replayed()).isTrue();
        assertThat(calls).hasValue(2);
    }

    @Test
    @DisplayName("B-09 leased: after a 5xx nobody knows, so a retry is told so and calls nobody")
    void unknown() {
        status = 502;
        Answer first = call();
        assertThat(first.status()).isEqualTo(502);
        assertThat(first.body()).isEqualTo("call 1");

        status = 200;
        Answer second = call();
        assertThat(second.status()).isEqualTo(409);
        assertThat(second.code()).isEqualTo("outcome-unknown");
        assertThat(calls).hasValue(1);
    }
}
