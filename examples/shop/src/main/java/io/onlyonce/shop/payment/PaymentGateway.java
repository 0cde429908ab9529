package io.onlyonce.shop.payment;

import io.onlyonce.shop.Money;
import java.util.Optional;

/**
 * Whoever opens payments at the channels. It is another company's computer: it may do what it was asked and never say so. Thread-safe.
 *
 * <p>It knows a request by its reference, as real ones do: the same reference again is the same payment.
 */
public interface PaymentGateway {
    /**
     * Opens a payment, once per reference.
     *
     * @throws NoAnswerException if nobody knows whether it was opened
     * @throws RefusedException if it was not opened
     */
    void open(NewGatewayPayment payment);

    /**
     * Whether there is a payment of this reference.
     *
     * @throws NoAnswerException if the gateway does not say
     */
    Optional<NewGatewayPayment> find(String reference);

    /**
     * Gives a part of a payment back, once per reference.
     *
     * @return the channel's number of the refund; empty if the channel will not make it, now or later
     * @throws NoAnswerException if nobody knows whether it was done
     */
    Optional<String> refund(NewGatewayRefund refund);

    /**
     * A refund to be made.
     *
     * @param reference what the gateway knows the request by
     * @param channel who has the money
     * @param paymentNo the shop's number of the payment
     * @param transactionNo the channel's number of the payment
     * @param paid the whole payment
     * @param amount what goes back
     */
    record NewGatewayRefund(
            String reference, String channel, String paymentNo, String transactionNo, Money paid, Money amount) {}

    /**
     * A payment to be opened.
     *
     * @param reference what the gateway knows the request by
     * @param paymentNo the shop's number, which comes back in callbacks
     * @param channel who takes the money
     */
    record NewGatewayPayment(String reference, String paymentNo, String channel, Money amount) {}

    /** There was no answer in time. */
    final class NoAnswerException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public NoAnswerException() {
            super("The payment gateway did not answer in time.");
        }
    }

    /** The gateway could not be reached, or would not. Nothing was opened. */
    final class RefusedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public RefusedException() {
            super("The payment gateway could not be reached; nothing was opened.");
        }
    }
}
