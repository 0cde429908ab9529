package io.onlyonce.shop.payment;

import io.onlyonce.Attempt;
import io.onlyonce.error.KeyReusedException;
import io.onlyonce.error.OutcomeUnknownException;
import io.onlyonce.shop.Problems;
import io.onlyonce.shop.order.Order;
import io.onlyonce.shop.order.OrderReader;
import io.onlyonce.shop.payment.PaymentGateway.NewGatewayPayment;
import io.onlyonce.shop.payment.PaymentGateway.NoAnswerException;
import io.onlyonce.shop.payment.PaymentGateway.RefusedException;
import java.util.Optional;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Service;

/**
 * Sends buyers to a channel's page: first the shop's own rows commit, then the gateway is asked. Both know the attempt's reference, so whatever is lost in between
 * can be found again.
 */
@Service
class Checkouts {
    private static final String OPEN = "open";

    private final OrderReader orders;
    private final CheckoutRows rows;
    private final PaymentGateway gateway;

    Checkouts(OrderReader orders, CheckoutRows rows, PaymentGateway gateway) {
        this.orders = orders;
        this.rows = rows;
        this.gateway = gateway;
    }

    /**
     * Opens a channel's page for an order that is open, being paid already (the buyer opens a second page), or whose last payment failed.
     *
     * @throws io.onlyonce.shop.Problem if it can't be paid any more, or the gateway can't be reached; no payment was opened
     * @throws OutcomeUnknownException if the gateway did not answer
     * @throws DuplicateKeyException if this key has opened its payment before, and its record was lost
     */
    Checkout open(String orderId, Channel channel, Attempt attempt) {
        Order order = orders.get(orderId);
        Checkout checkout = new Checkout(attempt.reference(), channel.code());
        try {
            rows.add(order.orderId(), checkout);
        } catch (DuplicateKeyException earlier) {
            goOn(order.orderId(), checkout, attempt, earlier);
        }
        try {
            gateway.open(new NewGatewayPayment(
                    attempt.reference(OPEN), checkout.paymentNo(), checkout.channel(), order.amount()));
        } catch (RefusedException e) {
            throw Problems.gatewayUnavailable();
        } catch (NoAnswerException e) {
            throw new OutcomeUnknownException(attempt.key(), e);
        }
        return checkout;
    }

    /** An earlier attempt got as far as the shop's own rows. Whether it got further, the gateway knows. */
    private void goOn(String orderId, Checkout checkout, Attempt attempt, DuplicateKeyException earlier) {
        if (!rows.isOf(orderId, checkout)) {
            throw new KeyReusedException(attempt.key()); // known by its record, if that had not been lost
        }
        if (opened(attempt).isPresent()) {
            throw earlier; // the backstop has caught a second effect: its caller gets the first one's answer
        }
        rows.mustBePayable(orderId, checkout);
    }

    /**
     * What became of an attempt: the checkout whose payment the gateway has.
     *
     * @throws NoAnswerException if the gateway does not say
     */
    Optional<Checkout> opened(Attempt attempt) {
        return gateway.find(attempt.reference(OPEN))
                .map(payment -> new Checkout(payment.paymentNo(), payment.channel()));
    }
}
