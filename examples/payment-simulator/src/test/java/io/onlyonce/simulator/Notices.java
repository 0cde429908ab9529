package io.onlyonce.simulator;

import java.math.BigDecimal;
import java.time.Clock;

/** One payment of 25.00 with its notices. */
final class Notices {
    static final String PAYMENT_NO = "P2026-0001";
    static final BigDecimal AMOUNT = new BigDecimal("25.00");

    final PaymentSimulator simulator = new PaymentSimulator(Clock.systemUTC());
    final Payment opened;

    Notices(Channel channel) {
        opened = simulator.open(channel, PAYMENT_NO, AMOUNT);
    }

    static Notice of(Channel channel, NoticeKind kind) {
        Notices notices = new Notices(channel);
        return switch (kind) {
            case PENDING -> notices.simulator.pending(PAYMENT_NO).orElseThrow();
            case PAID -> notices.paid();
            case FAILED -> notices.simulator.fail(PAYMENT_NO).orElseThrow();
            case CLOSED -> notices.simulator.close(PAYMENT_NO).orElseThrow();
            case REFUNDED -> {
                notices.paid();
                yield notices.refunded("R1", "10.00");
            }
            case REFUND_ABNORMAL -> {
                notices.paid();
                yield notices.simulator.refundStuck(PAYMENT_NO, "R1", AMOUNT).orElseThrow();
            }
            case REFUND_CLOSED -> {
                notices.paid();
                yield notices.simulator.refundClosed(PAYMENT_NO, "R1", AMOUNT).orElseThrow();
            }
        };
    }

    Notice paid() {
        return simulator.pay(PAYMENT_NO);
    }

    Notice refunded(String refundNo, String amount) {
        return simulator.refund(PAYMENT_NO, refundNo, new BigDecimal(amount));
    }
}
