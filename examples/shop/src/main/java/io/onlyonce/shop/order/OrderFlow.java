package io.onlyonce.shop.order;

import static io.onlyonce.shop.order.OrderStatus.CANCELLED;
import static io.onlyonce.shop.order.OrderStatus.FAILED;
import static io.onlyonce.shop.order.OrderStatus.PAID;
import static io.onlyonce.shop.order.OrderStatus.PAYING;
import static io.onlyonce.shop.order.OrderStatus.PENDING;
import static io.onlyonce.shop.order.OrderStatus.REFUNDED;

import io.onlyonce.state.Event;
import io.onlyonce.state.StateMachine;

/** What can happen to an order, and when. Nothing else, ever. */
public final class OrderFlow {
    /** The buyer goes to a channel's page, for the first time or after a failure. */
    public static final Event<OrderStatus> CHECKOUT =
            Event.named("checkout").to(PAYING).from(PENDING, FAILED);

    /** Paid from a balance, without a channel. */
    public static final Event<OrderStatus> PAY_FROM_BALANCE =
            Event.named("pay from balance").to(PAID).from(PENDING);

    /** A channel says that the money has come. */
    public static final Event<OrderStatus> PAY_BY_CHANNEL =
            Event.named("pay by channel").to(PAID).from(PAYING);

    /** A channel says that the payment has failed. */
    public static final Event<OrderStatus> FAIL = Event.named("fail").to(FAILED).from(PAYING);

    /** The buyer, or a time-out, gives the order up. */
    public static final Event<OrderStatus> CANCEL =
            Event.named("cancel").to(CANCELLED).from(PENDING, PAYING, FAILED);

    /** All of the money has gone back. */
    public static final Event<OrderStatus> REFUND =
            Event.named("refund in full").to(REFUNDED).from(PAID);

    /** All of it. */
    public static final StateMachine<OrderStatus> MACHINE =
            StateMachine.startingIn(PENDING).with(CHECKOUT, PAY_FROM_BALANCE, PAY_BY_CHANNEL, FAIL, CANCEL, REFUND);

    private OrderFlow() {}
}
