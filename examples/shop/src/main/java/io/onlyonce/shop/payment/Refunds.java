package io.onlyonce.shop.payment;

import io.onlyonce.jdbc.guard.JdbcTransitions;
import io.onlyonce.jdbc.guard.LockWait;
import io.onlyonce.jdbc.guard.RowLocks;
import io.onlyonce.jdbc.guard.Rows;
import io.onlyonce.shop.Ids;
import io.onlyonce.shop.Money;
import io.onlyonce.shop.Problems;
import io.onlyonce.shop.order.OrderFlow;
import io.onlyonce.shop.order.OrderReader;
import io.onlyonce.shop.order.OrderStatus;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Gives money back. */
@Service
public class Refunds {
    private static final Rows<String, String> ORDER =
            Rows.of("SELECT order_id FROM orders WHERE order_id = ?", row -> row.getString(1));
    private static final LockWait PATIENCE = LockWait.atMost(Duration.ofSeconds(5));

    private final OrderReader orders;
    private final RowLocks locks;
    private final FundsJournal journal;
    private final ChannelPayment channels;
    private final Accounts accounts;
    private final JdbcTransitions<OrderStatus> transitions;
    private final JdbcClient jdbc;

    Refunds(
            OrderReader orders,
            RowLocks locks,
            FundsJournal journal,
            ChannelPayment channels,
            Accounts accounts,
            JdbcTransitions<OrderStatus> transitions,
            JdbcClient jdbc) {
        this.orders = orders;
        this.locks = locks;
        this.journal = journal;
        this.channels = channels;
        this.accounts = accounts;
        this.transitions = transitions;
        this.jdbc = jdbc;
    }

    /**
     * A refund that was made.
     *
     * @param status DONE, or PROCESSING until the channel has said that it is
     */
    public record Refund(String refundNo, String orderId, Money amount, String status) {}

    /**
     * Gives a part of the payment back. The sum of several rows is the rule here, which no single guarded statement can hold: the order's row is locked first, and
     * whoever has it decides alone.
     *
     * <p>What was paid from a balance goes back to it at once, and all of it back makes the order REFUNDED. What came through a channel goes back through it:
     * {@link ChannelRefundSender} asks for it after the commit, and what the channel says then is booked like any notice.
     *
     * @throws io.onlyonce.shop.Problem if the payment does not cover it, or the amount is none; nothing was done
     */
    @Transactional
    public Refund refund(String orderId, Money amount) {
        if (amount.amount().signum() <= 0) {
            throw Problems.amountInvalid(amount);
        }
        String id = orders.get(orderId).orderId();
        if (locks.lock(ORDER, List.of(id), PATIENCE) instanceof RowLocks.Busy) {
            throw Problems.orderBusy(id);
        }
        Optional<FundsJournal.Payment> balance = journal.findBalancePayment(id);
        Money paid = balance.map(FundsJournal.Payment::amount)
                .or(() -> channels.of(id).map(ChannelPayment.Paid::amount))
                .orElseThrow(() -> Problems.refundExceedsPayment(id, amount));
        BigDecimal left = paid.amount().subtract(refunded(id)).subtract(amount.amount());
        if (left.signum() < 0) {
            throw Problems.refundExceedsPayment(id, amount);
        }
        String refundNo = Ids.next();
        return balance.isPresent()
                ? toBalance(refundNo, id, balance.get(), amount, left.signum() == 0)
                : throughChannel(refundNo, id, amount);
    }

    private Refund toBalance(String refundNo, String id, FundsJournal.Payment payment, Money amount, boolean all) {
        insert(refundNo, id, amount, "DONE");
        accounts.add(payment.accountId(), amount);
        journal.bookBalanceRefund(refundNo, id, payment.accountId(), amount);
        if (all) {
            mustHold(
                    transitions
                            .advance(id, OrderFlow.REFUND, "refunded in full")
                            .holds(),
                    id);
        }
        return new Refund(refundNo, id, amount, "DONE");
    }

    private Refund throughChannel(String refundNo, String id, Money amount) {
        insert(refundNo, id, amount, "PROCESSING");
        return new Refund(refundNo, id, amount, "PROCESSING");
    }

    private BigDecimal refunded(String orderId) {
        return jdbc.sql("SELECT COALESCE(SUM(amount), 0) FROM refund WHERE order_id = :orderId AND status <> 'FAILED'")
                .param("orderId", orderId)
                .query(BigDecimal.class)
                .single();
    }

    private void insert(String refundNo, String orderId, Money amount, String status) {
        jdbc.sql(
                        "INSERT INTO refund (refund_no, order_id, amount, status) VALUES (:refundNo, :orderId, :amount, :status)")
                .param("refundNo", refundNo)
                .param("orderId", orderId)
                .param("amount", amount.amount())
                .param("status", status)
                .update();
    }

    private static void mustHold(boolean refunded, String orderId) {
        if (!refunded) {
            throw new IllegalStateException("The order " + orderId + " has a payment, but is not PAID.");
        }
    }
}
