package io.onlyonce.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.http.Sent.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Container.class)
class CopiesTest {
    private static final int COPIES = 100;
    private static final int ROUNDS = 10;

    @Parameter
    Container container;

    private final Web web = new Web();
    private final ExecutorService clients = Executors.newFixedThreadPool(COPIES);

    @AfterEach
    void stop() {
        clients.shutdownNow();
        web.close();
    }

    @Test
    @DisplayName("B-10 100 simultaneous copies, ten rounds: one effect and equal bytes each")
    void copies() throws Exception {
        Operation<RecordedResponse> patient =
                ProtectedEndpoint.operation("orders", StatusPolicy.SUCCESS_ONLY).patience(Duration.ofSeconds(20));
        OnlyOnce engine = OnlyOnce.transactional(web.store, web.transactions);
        web.endpoint(ProtectedEndpoint.of(engine, "POST /orders", patient), (request, response) -> {
                    int number = web.ledger.add("order");
                    LockSupport.parkNanos(Duration.ofMillis(50).toNanos()); // work that takes a while
                    response.setStatus(201);
                    response.setHeader("Location", "/orders/" + number);
                    response.setContentType("application/json");
                    response.getWriter().print("{\"order\":" + number + "}");
                })
                .start(container);

        for (int round = 1; round <= ROUNDS; round++) {
            String key = "round-" + round;
            CyclicBarrier together = new CyclicBarrier(COPIES);
            List<Future<Answer>> copies = new ArrayList<>();
            for (int i = 0; i < COPIES; i++) {
                copies.add(clients.submit(() -> {
                    together.await();
                    return web.post("/orders").key(key).json("{\"sku\":\"A\"}").go();
                }));
            }
            Answer first = copies.get(0).get();
            int originals = 0;
            for (Future<Answer> copy : copies) {
                Answer answer = copy.get();
                assertThat(answer.status()).isEqualTo(201);
                assertThat(Arrays.equals(answer.bytes(), first.bytes())).isTrue();
                assertThat(answer.lasting()).isEqualTo(first.lasting());
                originals += answer.replayed() ? 0 : 1;
            }
            assertThat(originals).isOne();
            web.mustHold(round, round);
        }
        assertThat(web.ledger.runs()).isEqualTo(ROUNDS);
    }

    @Test
    @DisplayName("B-10 a copy whose patience ends is told so and when to come back, and then gets the answer")
    void inProgress() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Operation<RecordedResponse> impatient =
                ProtectedEndpoint.operation("orders", StatusPolicy.SUCCESS_ONLY).patience(Duration.ofMillis(20));
        OnlyOnce engine = OnlyOnce.transactional(web.store, web.transactions);
        web.endpoint(ProtectedEndpoint.of(engine, "POST /orders", impatient), (request, response) -> {
                    web.ledger.add("order");
                    inside.countDown();
                    try {
                        goOn.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    response.getWriter().print("done");
                })
                .start(container);

        Future<Answer> first = clients.submit(() -> web.post("/orders").key("k").go());
        inside.await();
        Answer early = web.post("/orders").key("k").go();
        assertThat(early.status()).isEqualTo(409);
        assertThat(early.code()).isEqualTo("request-in-progress");
        assertThat(Integer.parseInt(early.header("Retry-After"))).isPositive();
        assertThat(early.replayed()).isFalse();

        goOn.countDown();
        assertThat(first.get().body()).isEqualTo("done");
        assertThat(web.post("/orders").key("k").go().replayed()).isTrue();
        web.mustHold(1, 1);
    }
}
