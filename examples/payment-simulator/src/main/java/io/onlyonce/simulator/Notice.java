package io.onlyonce.simulator;

import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a provider has to tell, before it is written down and signed. Each delivery of it has the same id. Immutable.
 *
 * @param id the notice's own identity
 * @param kind what it tells of
 * @param payment as it stood when this happened
 * @param refund which one; null if it tells of the payment
 * @param at when it happened
 * @param otherMerchant whom it names instead of the signer's own merchant, in a notice that is genuine and wrong; null in every right one
 */
public record Notice(
        String id,
        NoticeKind kind,
        Payment payment,
        @Nullable Refund refund,
        Instant at,
        @Nullable String otherMerchant) {
    Notice(NoticeKind kind, Payment payment, @Nullable Refund refund, Instant at) {
        this(ProviderIds.notice(payment.channel(), at), kind, payment, refund, at, null);
    }

    /** The provider that sends it. */
    public Channel channel() {
        return payment.channel();
    }

    /**
     * The refund that it tells of.
     *
     * @throws IllegalStateException if it tells of the payment
     */
    public Refund itsRefund() {
        if (refund == null) {
            throw new IllegalStateException(SimulatorTexts.noRefund(this));
        }
        return refund;
    }

    Notice naming(BigDecimal amount, String currency) {
        return new Notice(id, kind, payment.of(amount, currency), refund, at, otherMerchant);
    }

    Notice naming(String merchant) {
        return new Notice(id, kind, payment, refund, at, merchant);
    }

    /** What may stand in a log: no amount. */
    @Override
    public String toString() {
        return channel().path() + " notice " + id + ", " + kind + " of payment " + payment.paymentNo();
    }
}
