package io.onlyonce.verify.junit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What docs/verifier.md shows. */
class OrdersGuideTest {
    private OrderService orders;
    private int port;

    @BeforeEach
    void start() throws Exception {
        orders = new OrderService(false);
        port = orders.port();
    }

    @AfterEach
    void stop() {
        orders.close();
    }

    @Test
    void orderTakesEffectOnce() {
        Idempotency.of("http://127.0.0.1:" + port)
                .post("/orders")
                .json("{\"ref\":\"${ref}\"}")
                .key("Idempotency-Key")
                .user("everybody")
                .effects(ref -> orders.effects(ref)) // how often did the payload with this number take effect?
                .burst(50)
                .retries()
                .replays()
                .reuse()
                .verify();
    }

    @IdempotencyTest(plan = "classpath:plans/orders.yaml")
    void ordersTakeEffectOnce(Verifier verifier) {
        verifier.set("PORT", port).verify();
    }
}
