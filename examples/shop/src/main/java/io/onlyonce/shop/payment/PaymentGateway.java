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
