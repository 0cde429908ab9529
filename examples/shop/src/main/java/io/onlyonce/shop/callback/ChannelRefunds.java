package io.onlyonce.shop.callback;

import io.onlyonce.callback.Booking;
import io.onlyonce.callback.Doubt;
import io.onlyonce.callback.PaymentNotice;
import io.onlyonce.jdbc.guard.JdbcTransitions;
import io.onlyonce.shop.callback.ChannelJournal.Receipt;
import io.onlyonce.shop.callback.ChannelJournal.Refunded;
import io.onlyonce.shop.callback.OwnRefunds.Own;
import io.onlyonce.shop.order.OrderFlow;
import io.onlyonce.shop.order.OrderStatus;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Books that money has gone back, and what that means for the order; keeps which money still has to. Whoever calls has the order's row locked.
 *
 * <p>A refund that the shop has asked for is booked under the shop's own number, so that it is one, whoever tells of it first. One that was made at the channel is booked
 * under the channel's number; where the channel tells sums only, under the payment's number and the sum.
 */
@Component
class ChannelRefunds {
    private final JdbcTransitions<OrderStatus> transitions;
    private final ChannelJournal journal;
    private final OwnRefunds ownRefunds;
    private final JdbcClient jdbc;

    ChannelRefunds(
            JdbcTransitions<OrderStatus> transitions, ChannelJournal journal, OwnRefunds ownRefunds, JdbcClient jdbc) {
        this.transitions = transitions;
        this.journal = journal;
        this.ownRefunds = ownRefunds;
        this.jdbc = jdbc;
    }

    /** Asks for all of it to go back. The transaction's number makes it one request, however often it is made. */
    void request(Receipt receipt, String reason) {
        jdbc.sql("""
                        INSERT INTO refund_request (channel, transaction_no, order_id, amount, reason, at)
                        VALUES (:channel, :transactionNo, :orderId, :amount, :reason, CURRENT_TIMESTAMP(6))
                        """)
                .param("channel", receipt.channel())
                .param("transactionNo", receipt.transactionNo())
                .param("orderId", receipt.orderId())
                .param("amount", receipt.amount())
                .param("reason", reason)
                .update();
    }

    /** Books what a notice tells of a payment's money. */
    Booking book(PaymentNotice notice, Receipt receipt) {
        List<Own> own = isOrdersPayment(receipt) ? ownRefunds.of(receipt.orderId()) : List.of();
        Optional<Own> named =
                own.stream().filter(refund -> refund.isNamedBy(notice)).findFirst();
        boolean asking = own.stream().anyMatch(refund -> refund.isAsking() && !refund.equals(named.orElse(null)));
        return notice.refundedInAll() == null
                ? single(notice, receipt, named, asking)
                : sum(notice, receipt, named, own, asking);
    }

    private Booking single(PaymentNotice notice, Receipt receipt, Optional<Own> named, boolean asking) {
        BigDecimal amount = given(notice.amount()).value();
        if (named.isPresent()) {
            if (named.get().isDone()) {
                return new Booking.Done("KNOWN");
            }
            return named.get().amount().compareTo(amount) == 0
                    ? one(receipt, named.get().refundNo(), amount)
                    : new Booking.Doubtful(Doubt.AMOUNT);
        }
        Optional<Refunded> booked = journal.refund(receipt.channel(), given(notice.refundId()));
        if (booked.isPresent()) {
            return booked.get().equals(new Refunded(receipt.transactionNo(), amount))
                    ? new Booking.Done("KNOWN")
                    : new Booking.Doubtful(Doubt.IDENTITY);
        }
        return asking
                ? new Booking.TooEarly("REFUND") // may be the shop's own, which the channel has not answered yet
                : one(receipt, given(notice.refundId()), amount);
    }

    /**
     * So much has been refunded since the last notice, in one or several refunds. The shop's own are among it, as far as they fit, the named one first; the rest was made
     * at the channel.
     */
    private Booking sum(PaymentNotice notice, Receipt receipt, Optional<Own> named, List<Own> own, boolean asking) {
        BigDecimal inAll = given(notice.refundedInAll()).value();
        BigDecimal rest = inAll.subtract(journal.refundedOf(receipt));
        if (rest.signum() <= 0) {
            return new Booking.Done("KNOWN"); // a later notice has told of all that this one tells of
        }
        if (inAll.compareTo(receipt.amount()) > 0) {
            return new Booking.Doubtful(Doubt.REFUND_EXCEEDS_PAYMENT);
        }
        if (asking) {
            return new Booking.TooEarly("REFUND");
        }
        List<Own> fitting = new ArrayList<>(named.stream().toList());
        own.stream().filter(refund -> !fitting.contains(refund)).forEach(fitting::add);
        for (Own refund : fitting) {
            if (refund.isUnderWay() && refund.amount().compareTo(rest) <= 0) {
                one(receipt, refund.refundNo(), refund.amount());
                rest = rest.subtract(refund.amount());
            }
        }
        return rest.signum() == 0
                ? new Booking.Done("REFUNDED")
                : one(receipt, receipt.transactionNo() + "/" + inAll.toPlainString(), rest);
    }

    private Booking one(Receipt receipt, String number, BigDecimal amount) {
        if (journal.refundedOf(receipt).add(amount).compareTo(receipt.amount()) > 0) {
            return new Booking.Doubtful(Doubt.REFUND_EXCEEDS_PAYMENT);
        }
        journal.bookRefund(receipt, number, amount);
        if (!isOrdersPayment(receipt)) {
            lessToGiveBack(receipt, amount);
            return new Booking.Done("GIVEN_BACK");
        }
        ownRefunds.done(receipt.orderId(), number, amount);
        if (journal.refundedOf(receipt).compareTo(receipt.amount()) == 0) {
            transitions.advance(receipt.orderId(), OrderFlow.REFUND, "refunded in full through " + receipt.channel());
        }
        return new Booking.Done("REFUNDED");
    }

    private boolean isOrdersPayment(Receipt receipt) {
        return jdbc.sql("""
                        SELECT COUNT(*) FROM checkout
                        WHERE payment_no = :paymentNo AND transaction_no = :transactionNo AND status = 'PAID'
                        """)
                        .param("paymentNo", receipt.paymentNo())
                        .param("transactionNo", receipt.transactionNo())
                        .query(Integer.class)
                        .single()
                == 1;
    }

    private void lessToGiveBack(Receipt receipt, BigDecimal amount) {
        int changed = jdbc.sql("""
                        UPDATE refund_request SET amount = amount - :amount
                        WHERE channel = :channel AND transaction_no = :transactionNo AND amount >= :amount
                        """)
                .param("amount", amount)
                .param("channel", receipt.channel())
                .param("transactionNo", receipt.transactionNo())
                .update();
        if (changed != 1) {
            throw new IllegalStateException("The transaction " + receipt.transactionNo() + " of " + receipt.channel()
                    + " did not pay its order, and no request covers what was given back of it.");
        }
    }

    /** What the pipeline's checks have made sure of. */
    private static <T> T given(@Nullable T value) {
        return Objects.requireNonNull(value, "checked by the pipeline");
    }
}
