package io.onlyonce.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onlyonce.OnlyOnce;
import io.onlyonce.http.Sent.Answer;
import io.onlyonce.probe.Decision;
import io.onlyonce.probe.Point;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.RecordKey;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Container.class)
class HangUpTest {
    @Parameter
    Container container;

    private final Web web = new Web();
    private final CountDownLatch inside = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    @AfterEach
    void stop() {
        goOn.countDown();
        web.close();
    }

    private void waitToGoOn() {
        inside.countDown();
        try {
            goOn.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A client that is gone before the answer comes, with a reset instead of a farewell. */
    private void sendAndHangUp() throws IOException, InterruptedException {
        try (Socket client = Raw.open(web.port(), Raw.post("/pay", "Idempotency-Key: k"))) {
            inside.await();
            client.setSoLinger(true, 0);
        }
        goOn.countDown();
        await().atMost(Duration.ofSeconds(10)).until(() -> web.ledger.rows().size() == 1);
    }

    private void mustReplay(String body) {
        Answer retry = web.post("/pay").key("k").go();
        assertThat(retry.status()).isEqualTo(200);
        assertThat(retry.replayed()).isTrue();
        assertThat(retry.body()).isEqualTo(body);
        assertThat(web.ledger.runs()).isOne();
        web.mustHold(1, 1);
    }

    @Test
    @DisplayName("B-07 the client hangs up during the work: it is done, kept, and the retry gets the answer")
    void duringTheWork() throws Exception {
        String answer = "x".repeat(500_000);
        web.endpoint("POST /pay", (request, response) -> {
                    web.ledger.add("pay");
                    waitToGoOn();
                    response.getWriter().print(answer);
                    response.flushBuffer(); // would break on a closed connection
                })
                .start(container);

        sendAndHangUp();
        mustReplay(answer);
    }

    @Test
    @DisplayName("B-07 the client hangs up between commit and answer: the failing write changes nothing")
    void afterTheCommit() throws Exception {
        String answer = "y".repeat(900_000);
        Probe pausing = new Probe() {
            @Override
            public void reached(Point point, RecordKey key) {
                if (point == Point.COMMITTED) {
                    waitToGoOn();
                }
            }

            @Override
            public void decided(Decision decision) {}
        };
        web.engine(OnlyOnce.transactional(web.store, web.transactions, pausing))
                .endpoint("POST /pay", (request, response) -> {
                    web.ledger.add("pay");
                    response.getWriter().print(answer);
                })
                .start(container);

        sendAndHangUp();
        mustReplay(answer);
    }

    @Test
    @DisplayName("B-07 the thread is interrupted during the work: what is done stays done, large answers too")
    void interrupted() throws Exception {
        web.endpoint("POST /pay", (request, response) -> {
                    web.ledger.add("pay");
                    Thread.currentThread().interrupt();
                    response.getOutputStream().write(new byte[2 << 20]); // beyond what is held in memory
                })
                .start(container);

        try (Socket client = Raw.open(web.port(), Raw.post("/pay", "Idempotency-Key: k"))) {
            client.getInputStream().transferTo(java.io.OutputStream.nullOutputStream());
        }

        assertThat(web.post("/pay").key("k").go().code()).isEqualTo("result-unavailable");
        assertThat(web.ledger.runs()).isOne();
        web.mustHold(1, 1);
    }

    @Test
    @DisplayName("B-07 a client that hangs up while it sends its body has touched nothing")
    void duringTheUpload() throws Exception {
        CountDownLatch handled = new CountDownLatch(1);
        web.filterBefore((request, response, chain) -> {
                    try {
                        chain.doFilter(request, response);
                    } finally {
                        handled.countDown();
                    }
                })
                .endpoint("POST /pay", (request, response) -> web.ledger.add("pay"))
                .start(container);

        String[] head = {
            "POST /pay HTTP/1.1",
            "Host: localhost",
            "X-User: alice",
            "Idempotency-Key: k",
            "Content-Length: 100",
            "",
            "half"
        };
        Raw.open(web.port(), head).close();
        handled.await();

        assertThat(web.store.claims()).isZero();
        web.mustHold(0, 0);
    }
}
