package io.onlyonce.shop.payment;

import io.onlyonce.shop.Ids;
import io.onlyonce.shop.Money;
import io.onlyonce.shop.order.Order;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Every movement of money, one row each. A transaction of a channel has at most one row per direction; a balance payment's transaction number is its order's
 * number.
 */
@Repository
class FundsJournal {
    private final JdbcClient jdbc;

    FundsJournal(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Books what was taken from an account for an order; gives the row's number. */
    @Transactional(propagation = Propagation.MANDATORY)
    public String bookBalancePayment(Order order, String accountId) {
        String journalNo = Ids.next();
        jdbc.sql("""
                        INSERT INTO funds_journal (journal_no, order_id, account_id, channel, transaction_no, direction, amount, at)
                        VALUES (:journalNo, :orderId, :accountId, 'balance', :orderId, 'IN', :amount, CURRENT_TIMESTAMP(6))
                        """)
                .param("journalNo", journalNo)
                .param("orderId", order.orderId())
                .param("accountId", accountId)
                .param("amount", order.amount().amount())
                .update();
        return journalNo;
    }

    /** A payment from a balance, as it was booked. */
    record Payment(String journalNo, String accountId, Money amount) {}

    /** Books what was given back to an account; the refund's number keeps it from being booked twice. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void bookBalanceRefund(String refundNo, String orderId, String accountId, Money amount) {
        jdbc.sql("""
                        INSERT INTO funds_journal (journal_no, order_id, account_id, channel, transaction_no, direction, amount, at)
                        VALUES (:journalNo, :orderId, :accountId, 'balance', :refundNo, 'OUT', :amount, CURRENT_TIMESTAMP(6))
                        """)
                .param("journalNo", Ids.next())
                .param("orderId", orderId)
                .param("accountId", accountId)
                .param("refundNo", refundNo)
                .param("amount", amount.amount())
                .update();
    }

    /** How an order's balance payment was booked. */
    Optional<Payment> findBalancePayment(String orderId) {
        return jdbc.sql("""
                        SELECT journal_no, account_id, amount FROM funds_journal
                        WHERE channel = 'balance' AND transaction_no = :orderId AND direction = 'IN'
                        """)
                .param("orderId", orderId)
                .query((row, number) -> new Payment(
                        row.getString("journal_no"),
                        row.getString("account_id"),
                        new Money(row.getBigDecimal("amount"))))
                .optional();
    }
}
