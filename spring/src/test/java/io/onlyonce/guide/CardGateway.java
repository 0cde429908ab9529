package io.onlyonce.guide;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.Optional;

/** A remote party that recognises a reference that it has seen before. */
interface CardGateway {
    enum State {
        PAID,
        DECLINED,
        PENDING
    }

    record Payment(String paymentNo, State state) {}

    String charge(String reference, String card, BigDecimal amount) throws IOException;

    Optional<Payment> find(String reference) throws IOException;
}
