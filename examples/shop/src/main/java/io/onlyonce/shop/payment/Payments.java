package io.onlyonce.shop.payment;

import io.onlyonce.shop.Problems;
import io.onlyonce.shop.order.Order;
import io.onlyonce.shop.order.OrderHistory;
import io.onlyonce.shop.order.OrderReader;
import io.onlyonce.shop.order.OrderStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Pays orders from a balance. */
@Service
public class Payments {
    private final JdbcClient jdbc;
    private final OrderReader orders;
    private final OrderHistory history;
    private final Accounts accounts;
    private final FundsJournal journal;

    Payments(JdbcClient jdbc, OrderReader orders, OrderHistory history, Accounts accounts, FundsJournal journal) {
        this.jdbc = jdbc;
        this.orders = orders;
        this.history = history;
        this.accounts = accounts;
        this.journal = journal;
    }

    /** A payment that was booked, now or before. */
    public record Paid(String orderId, OrderStatus status, String journalNo) {}

    /**
     * Pays the order, once. A repeat gets the first booking, whichever account it names: the order is what must not be paid twice.
     *
     * <p>Rows are locked in one order everywhere, first the order's, then the account's, so that payments can't deadlock.
     *
     * @throws io.onlyonce.shop.Problem if it is refused; nothing was done
     */
    @Transactional
    public Paid pay(String orderId, NewPayment payment) {
        Order order = orders.get(orderId);
        if (!payment.amount().equals(order.amount())) {
            throw Problems.amountMismatch(payment.amount(), order.amount());
        }
        if (!becomesPaid(order.orderId())) {
            return paidBefore(order.orderId());
        }
        accounts.deduct(payment.accountId(), order.amount());
        String journalNo = journal.bookBalancePayment(order, payment.accountId());
        history.note(order.orderId(), OrderStatus.PENDING, "paid from balance");
        return new Paid(order.orderId(), OrderStatus.PAID, journalNo);
    }

    private boolean becomesPaid(String orderId) {
        return jdbc.sql("""
                                UPDATE orders SET status = 'PAID', paid_at = CURRENT_TIMESTAMP(6), version = version + 1
                                WHERE order_id = :orderId AND status = 'PENDING'
                                """).param("orderId", orderId).update() == 1;
    }

    /** No row changed: the order has moved on. Its state is read again, because the one read above may be older than what blocked the update. */
    private Paid paidBefore(String orderId) {
        OrderStatus now = orders.get(orderId).status();
        return journal.findBalancePayment(orderId)
                .filter(journalNo -> now == OrderStatus.PAID)
                .map(journalNo -> new Paid(orderId, now, journalNo))
                .orElseThrow(() -> Problems.notPayable(orderId, now.name()));
    }
}
