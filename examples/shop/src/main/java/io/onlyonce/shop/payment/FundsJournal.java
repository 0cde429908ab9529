package io.onlyonce.shop.payment;

import io.onlyonce.shop.Ids;
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

    /** The number under which an order's balance payment was booked. */
    Optional<String> findBalancePayment(String orderId) {
        return jdbc.sql("""
                        SELECT journal_no FROM funds_journal
                        WHERE channel = 'balance' AND transaction_no = :orderId AND direction = 'IN'
                        """).param("orderId", orderId).query(String.class).optional();
    }
}
