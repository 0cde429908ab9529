package io.onlyonce.callback;

import io.onlyonce.Fingerprint;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a provider says of a payment, in one form for all providers. Three identities are kept apart: the notice's, the payment's or refund's at the provider, and the
 * own payment's. Immutable.
 *
 * @param channel the provider
 * @param noticeId the notice's own identity, the same however often it is delivered: 1 to {@value #MAX_ID_LENGTH} printable ASCII characters without blanks
 * @param kind what it tells of
 * @param paymentNo the own number, which the provider was given and sends back; printable ASCII as above
 * @param transactionId the provider's number of the payment; null where it has none yet. Printable ASCII as above
 * @param refundId the provider's number of the refund; null where none is told. Printable ASCII as above
 * @param ownRefundNo the own number of the refund, which the provider was given and sends back; null where none is told. Printable ASCII as above
 * @param amount of the payment, or of this one refund; null where none is told or what is told is no amount
 * @param refundedInAll what has been refunded of the payment altogether, from providers that say this instead of the single refund's amount; null elsewhere
 * @param occurredAt when it happened, as the provider says; null if it does not
 */
public record PaymentNotice(
        String channel,
        String noticeId,
        NoticeKind kind,
        String paymentNo,
        @Nullable String transactionId,
        @Nullable String refundId,
        @Nullable String ownRefundNo,
        @Nullable Amount amount,
        @Nullable Amount refundedInAll,
        @Nullable Instant occurredAt) {
    /** The greatest number of characters in each of the identities. */
    public static final int MAX_ID_LENGTH = 128;

    private static final int FACTS_LENGTH = 16;

    /**
     * @throws IllegalArgumentException if an identity is not usable
     */
    public PaymentNotice {
        check("notice id", noticeId, MAX_ID_LENGTH + 1 + FACTS_LENGTH);
        check("payment number", paymentNo, MAX_ID_LENGTH);
        if (transactionId != null) {
            check("transaction id", transactionId, MAX_ID_LENGTH);
        }
        if (refundId != null) {
            check("refund id", refundId, MAX_ID_LENGTH);
        }
        if (ownRefundNo != null) {
            check("refund number", ownRefundNo, MAX_ID_LENGTH);
        }
    }

    private static void check(String name, String id, int most) {
        if (id.isEmpty() || id.length() > most || id.chars().anyMatch(c -> c < 0x21 || c > 0x7E)) {
            throw new IllegalArgumentException(CallbackTexts.identity(name, id, most));
        }
    }

    /** A notice that a payment is in this state. */
    public static PaymentNotice ofPayment(
            String channel,
            String noticeId,
            NoticeKind kind,
            String paymentNo,
            @Nullable String transactionId,
            @Nullable Amount amount,
            @Nullable Instant occurredAt) {
        return new PaymentNotice(
                channel, noticeId, kind, paymentNo, transactionId, null, null, amount, null, occurredAt);
    }

    /** What it says, without when and how it was delivered: the same in each delivery of a notice. */
    public Fingerprint facts() {
        return Fingerprint.of(
                kind.name(),
                paymentNo,
                textOf(transactionId),
                textOf(refundId),
                textOf(ownRefundNo),
                textOf(amount),
                textOf(refundedInAll));
    }

    private static String textOf(@Nullable Object fact) {
        return fact == null ? "" : "=" + fact;
    }

    /** The same facts under an identity that what is said is a part of. */
    PaymentNotice withinId(Fingerprint said) {
        return new PaymentNotice(
                channel,
                noticeId + "~" + said.toString().substring(2, 2 + FACTS_LENGTH),
                kind,
                paymentNo,
                transactionId,
                refundId,
                ownRefundNo,
                amount,
                refundedInAll,
                occurredAt);
    }

    /** What may stand in a log: no amount. */
    @Override
    public String toString() {
        return channel + " notice " + noticeId + ", " + kind + " of payment " + paymentNo;
    }
}
