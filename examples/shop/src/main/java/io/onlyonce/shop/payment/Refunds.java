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
    private final Accounts accounts;
    private final JdbcTransitions<OrderStatus> transitions;
    private final JdbcClient jdbc;

    Refunds(
            OrderReader orders,
            RowLocks locks,
            FundsJournal journal,
            Accounts accounts,
            JdbcTransitions<OrderStatus> transitions,
            JdbcClient jdbc) {
        this.orders = orders;
        this.locks = locks;
        this.journal = journal;
        this.accounts = accounts;
        this.transitions = transitions;
        this.jdbc = jdbc;
    }

    /** A refund that was made. */
    public record Refund(String refundNo, String orderId, Money amount, String status) {}

    /**
     * Gives a part of the payment back to the account that paid. The sum of several rows is the rule here, which no single guarded statement can hold: the
     * order's row is locked first, and whoever has it decides alone. All of it back makes the order REFUNDED.
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
        FundsJournal.Payment payment =
                journal.findBalancePayment(id).orElseThrow(() -> Problems.refundExceedsPayment(id, amount));
        BigDecimal left = payment.amount().amount().subtract(refunded(id)).subtract(amount.amount());
        if (left.signum() < 0) {
            throw Problems.refundExceedsPayment(id, amount);
        }
        String refundNo = Ids.next();
        insert(refundNo, id, amount);
        accounts.add(payment.accountId(), amount);
        journal.bookBalanceRefund(refundNo, id, payment.accountId(), amount);
        if (left.signum() == 0) {
            mustHold(
                    transitions
                            .advance(id, OrderFlow.REFUND, "refunded in full")
                            .holds(),
                    id);
        }
        return new Refund(refundNo, id, amount, "DONE");
    }

    private BigDecimal refunded(String orderId) {
        return jdbc.sql("SELECT COALESCE(SUM(amount), 0) FROM refund WHERE order_id = :orderId")
                .param("orderId", orderId)
                .query(BigDecimal.class)
                .single();
    }

    private void insert(String refundNo, String orderId, Money amount) {
        jdbc.sql(
                        "INSERT INTO refund (refund_no, order_id, amount, status) VALUES (:refundNo, :orderId, :amount, 'DONE')")
                .param("refundNo", refundNo)
                .param("orderId", orderId)
                .param("amount", amount.amount())
                .update();
    }

    private static void mustHold(boolean refunded, String orderId) {
        if (!refunded) {
            throw new IllegalStateException("The order " + orderId + " has a payment, but is not PAID.");
        }
    }
}
