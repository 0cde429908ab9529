package io.onlyonce.callback;

import org.jspecify.annotations.Nullable;

/** What a signature does not prove: that the notice is about this payment. */
final class Checks {
    private Checks() {}

    /** What is wrong with a genuine notice, compared with what was asked for; null if nothing. */
    static @Nullable Doubt doubt(PaymentNotice notice, Expected expected) {
        if (!notice.channel().equals(expected.channel())) {
            return Doubt.IDENTITY;
        }
        return switch (notice.kind()) {
            case PAID -> paid(notice, expected.amount());
            case REFUNDED -> refunded(notice, expected.amount());
            case PENDING, FAILED, CLOSED, REFUND_FAILED -> null; // no money has moved, so no amount is booked
        };
    }

    private static @Nullable Doubt paid(PaymentNotice notice, Amount asked) {
        if (notice.transactionId() == null) {
            return Doubt.IDENTITY;
        }
        Amount amount = notice.amount();
        if (amount == null) {
            return Doubt.AMOUNT_UNREADABLE;
        }
        if (!amount.currency().equals(asked.currency())) {
            return Doubt.CURRENCY;
        }
        return amount.equals(asked) ? null : Doubt.AMOUNT;
    }

    private static @Nullable Doubt refunded(PaymentNotice notice, Amount asked) {
        if (notice.refundId() == null && notice.refundedInAll() == null) {
            return Doubt.IDENTITY;
        }
        Amount amount = notice.amount() != null ? notice.amount() : notice.refundedInAll();
        if (amount == null) {
            return Doubt.AMOUNT_UNREADABLE;
        }
        if (!amount.currency().equals(asked.currency())) {
            return Doubt.CURRENCY;
        }
        if (!amount.isPositive()) {
            return Doubt.AMOUNT;
        }
        return amount.compareTo(asked) > 0 ? Doubt.REFUND_EXCEEDS_PAYMENT : null;
    }
}
