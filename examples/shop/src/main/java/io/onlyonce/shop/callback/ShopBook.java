package io.onlyonce.shop.callback;

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
            case REFUNDED -> refunded(notice);
            case FAILED, CLOSED -> new Booking.Done(payments.failed(notice, expected.orderNo()));
            case PENDING -> new Booking.Done("RECORDED");
            case REFUND_FAILED -> new Booking.Doubtful(Doubt.REFUND_FAILED); // somebody must see to it
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

    private Booking refunded(PaymentNotice notice) {
        Optional<Receipt> receipt = journal.receiptFor(notice);
        if (receipt.isEmpty()) {
            return new Booking.TooEarly("PAYMENT"); // the money has not come yet, as far as is known here
        }
        return receipt.get().paymentNo().equals(notice.paymentNo())
                ? refunds.book(notice, receipt.get())
                : new Booking.Doubtful(Doubt.IDENTITY); // of another payment, whose order is not the one that is locked
    }

    /** What the pipeline's checks have made sure of. */
    private static <T> T given(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("A notice reached the books without what its checks ask for.");
        }
        return value;
    }
}
