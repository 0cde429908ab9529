package io.onlyonce.simulator;

import io.onlyonce.simulator.Refund.State;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** One refund per number, and never more in all than was paid. Not thread-safe: the simulator guards it. */
final class RefundBook {
    private final Map<String, Refund> refunds = new HashMap<>();
    private final Map<String, Notice> notices = new HashMap<>();

    /** The refund of this number, which is new or was asked for with the same parameters. */
    Refund asked(Payment payment, String refundNo, BigDecimal amount, Instant at) {
        Refund known = refunds.get(refundNo);
        if (known == null) {
            if (amount.compareTo(left(payment)) > 0) {
                throw new IllegalArgumentException(SimulatorTexts.tooMuchRefunded(payment, amount));
            }
            String refundId = ProviderIds.refund(payment.channel(), refundNo);
            return new Refund(refundNo, refundId, payment.paymentNo(), amount, State.ABNORMAL, at);
        }
        if (!known.paymentNo().equals(payment.paymentNo()) || known.amount().compareTo(amount) != 0) {
            throw new IllegalArgumentException(SimulatorTexts.otherRefund(known));
        }
        return known;
    }

    /** Whether it has come to this end before; only one that is stuck can come to another. */
    boolean hasEnded(Refund refund, State end) {
        boolean known = refunds.containsKey(refund.refundNo());
        if (known && refund.state() != end && refund.state() != State.ABNORMAL) {
            throw new IllegalStateException(SimulatorTexts.refundOver(refund));
        }
        return known && refund.state() == end;
    }

    Refund end(Refund refund, State end) {
        Refund ended = refund.in(end);
        refunds.put(ended.refundNo(), ended);
        return ended;
    }

    void told(Notice notice) {
        notices.put(notice.itsRefund().refundNo(), notice);
    }

    Optional<Notice> lastNotice(String refundNo) {
        return Optional.ofNullable(notices.get(refundNo));
    }

    /** What a stuck refund holds can't be refunded by another. */
    private BigDecimal left(Payment payment) {
        return refunds.values().stream()
                .filter(refund -> refund.paymentNo().equals(payment.paymentNo()) && refund.state() != State.CLOSED)
                .map(Refund::amount)
                .reduce(payment.amount(), BigDecimal::subtract);
    }
}
