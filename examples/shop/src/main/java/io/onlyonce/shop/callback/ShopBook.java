package io.onlyonce.shop.callback;

import io.onlyonce.callback.Amount;
import io.onlyonce.callback.Booking;
import io.onlyonce.callback.Doubt;
import io.onlyonce.callback.Expected;
import io.onlyonce.callback.PaymentBook;
import io.onlyonce.callback.PaymentNotice;
import io.onlyonce.jdbc.guard.Inserted;
import io.onlyonce.jdbc.guard.LockWait;
import io.onlyonce.jdbc.guard.RowLocks;
import io.onlyonce.jdbc.guard.Rows;
import io.onlyonce.shop.Problems;
import io.onlyonce.shop.callback.ChannelJournal.Receipt;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/**
 * The shop's books. Every fact is booked once, by the channel's number of the payment or refund; the order moves on only where that is legal. Money that comes for
 * an order that is paid, or given up, is booked as well, and one request to give it back is made.
 *
 * <p>Whatever concerns one order is decided one after the other: its row is locked first. So what becomes of a set of notices does not depend on their order.
 */
@Service
class ShopBook implements PaymentBook {
    private static final Rows<String, String> ORDER =
            Rows.of("SELECT order_id FROM orders WHERE order_id = ?", row -> row.getString(1));
    private static final LockWait PATIENCE = LockWait.atMost(Duration.ofSeconds(4)); // WeChat Pay waits for 5 s

    private final RowLocks locks;
    private final ChannelPayments payments;
    private final ChannelJournal journal;
    private final ChannelRefunds refunds;
    private final Notices notices;

    ShopBook(
            RowLocks locks, ChannelPayments payments, ChannelJournal journal, ChannelRefunds refunds, Notices notices) {
        this.locks = locks;
        this.payments = payments;
        this.journal = journal;
        this.refunds = refunds;
        this.notices = notices;
    }

    @Override
    public Optional<Expected> expected(PaymentNotice notice) {
        return payments.expected(notice.paymentNo());
    }

    @Override
    public Booking book(PaymentNotice notice, Expected expected) {
        if (locks.lock(ORDER, List.of(expected.orderNo()), PATIENCE) instanceof RowLocks.Busy) {
            throw Problems.orderBusy(expected.orderNo());
        }
        return switch (notice.kind()) {
            case PAID -> paid(notice, expected);
            case REFUNDED -> refunded(notice, expected);
            case FAILED, CLOSED -> new Booking.Done(payments.failed(notice, expected.orderNo()));
            case PENDING, REFUND_FAILED -> new Booking.Done("RECORDED");
        };
    }

    @Override
    public void note(PaymentNotice notice, @Nullable Expected expected, Noted noted) {
        notices.note(notice, expected, noted);
    }

    private Booking paid(PaymentNotice notice, Expected expected) {
        Receipt receipt = new Receipt(
                notice.channel(),
                given(notice.transactionId()),
                notice.paymentNo(),
                expected.orderNo(),
                given(notice.amount()).value());
        if (journal.book(receipt) instanceof Inserted.Existing<Receipt> booked) {
            return booked.row().equals(receipt) ? new Booking.Done("KNOWN") : new Booking.Doubtful(Doubt.IDENTITY);
        }
        return new Booking.Done(payments.paid(receipt));
    }

    private Booking refunded(PaymentNotice notice, Expected expected) {
        String refundNo = given(notice.refundId());
        if (journal.hasRefund(notice.channel(), refundNo)) {
            return new Booking.Done("KNOWN");
        }
        Optional<Receipt> found = journal.receiptFor(notice);
        if (found.isEmpty()) {
            return new Booking.TooEarly("PAYMENT"); // the money has not come yet, as far as is known here
        }
        Receipt receipt = found.get();
        if (refunds.isAsking(expected.orderNo())) {
            return new Booking.TooEarly("REFUND"); // may be the shop's own, which is just being asked for
        }
        BigDecimal before = journal.refundedOf(receipt);
        BigDecimal amount = amountOf(notice, before);
        if (amount.signum() <= 0) {
            return new Booking.Done("KNOWN"); // a later notice has told of all that this one tells of
        }
        if (before.add(amount).compareTo(receipt.amount()) > 0) {
            return new Booking.Doubtful(Doubt.REFUND_EXCEEDS_PAYMENT);
        }
        journal.bookRefund(receipt, refundNo, amount);
        return new Booking.Done(refunds.refunded(receipt, refundNo, amount));
    }

    /** What this notice adds to what was booked before. */
    private static BigDecimal amountOf(PaymentNotice notice, BigDecimal before) {
        Amount inAll = notice.refundedInAll();
        return inAll == null ? given(notice.amount()).value() : inAll.value().subtract(before);
    }

    /** What the pipeline's checks have made sure of. */
    private static <T> T given(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("A notice reached the books without what its checks ask for.");
        }
        return value;
    }
}
