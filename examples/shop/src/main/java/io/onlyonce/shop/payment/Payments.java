package io.onlyonce.shop.payment;

import io.onlyonce.jdbc.guard.JdbcTransitions;
import io.onlyonce.shop.Problems;
import io.onlyonce.shop.message.PaidOrders;
import io.onlyonce.shop.order.Order;
import io.onlyonce.shop.order.OrderFlow;
import io.onlyonce.shop.order.OrderReader;
import io.onlyonce.shop.order.OrderStatus;
import io.onlyonce.state.Transition;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Pays orders from a balance. */
@Service
public class Payments {
    private final JdbcTransitions<OrderStatus> transitions;
    private final JdbcClient jdbc;
    private final OrderReader orders;
    private final Accounts accounts;
    private final FundsJournal journal;
    private final PaidOrders messages;

    Payments(
            JdbcTransitions<OrderStatus> transitions,
            JdbcClient jdbc,
            OrderReader orders,
            Accounts accounts,
            FundsJournal journal,
            PaidOrders messages) {
        this.transitions = transitions;
        this.jdbc = jdbc;
        this.orders = orders;
        this.accounts = accounts;
        this.journal = journal;
        this.messages = messages;
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
        Transition<OrderStatus> transition =
                transitions.advance(order.orderId(), OrderFlow.PAY_FROM_BALANCE, "paid from balance");
        if (!(transition instanceof Transition.Applied)) {
            return paidBefore(order.orderId(), transition);
        }
        notePaymentTime(order.orderId());
        accounts.deduct(payment.accountId(), order.amount());
        String journalNo = journal.bookBalancePayment(order, payment.accountId());
        messages.publish(order);
        return new Paid(order.orderId(), OrderStatus.PAID, journalNo);
    }

    private void notePaymentTime(String orderId) {
        jdbc.sql("UPDATE orders SET paid_at = CURRENT_TIMESTAMP(6) WHERE order_id = :orderId AND status = 'PAID'")
                .param("orderId", orderId)
                .update();
    }

    /** PAID already: the first booking is the answer, if it was one from a balance. */
    private Paid paidBefore(String orderId, Transition<OrderStatus> transition) {
        return journal.findBalancePayment(orderId)
                .filter(payment -> transition.holds())
                .map(payment -> new Paid(orderId, OrderStatus.PAID, payment.journalNo()))
                .orElseThrow(() -> Problems.notPayable(
                        orderId, orders.get(orderId).status().name()));
    }
}
