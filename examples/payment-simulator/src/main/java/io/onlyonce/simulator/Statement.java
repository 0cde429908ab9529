package io.onlyonce.simulator;

import io.onlyonce.simulator.Movement.Direction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The provider's list of money that moved. Not thread-safe: the simulator guards it. */
final class Statement {
    private final List<Movement> lines = new ArrayList<>();

    List<Movement> lines() {
        return List.copyOf(lines);
    }

    void in(Payment paid) {
        lines.add(new Movement(
                paid.channel(),
                paid.transactionId(),
                Direction.IN,
                paid.paymentNo(),
                null,
                paid.amount(),
                paid.currency(),
                Objects.requireNonNull(paid.paidAt())));
    }

    void out(Payment payment, Refund refund, Instant at) {
        lines.add(new Movement(
                payment.channel(),
                refund.refundId(),
                Direction.OUT,
                payment.paymentNo(),
                refund.refundNo(),
                refund.amount(),
                payment.currency(),
                at));
    }
}
