package io.onlyonce.callback;

import org.jspecify.annotations.Nullable;

/** What a verifier says of a callback. Immutable. */
public sealed interface Verification {
    /**
     * The provider has sent it, and it tells of a payment.
     *
     * @param notice what it says
     * @param doubt what the verifier knows to be wrong with it, although it is signed: another merchant's, a sandbox's, an amount that is none; null if nothing
     */
    record Genuine(PaymentNotice notice, @Nullable Doubt doubt) implements Verification {
        /** One without a doubt. */
        public Genuine(PaymentNotice notice) {
            this(notice, null);
        }
    }

    /**
     * The provider has sent it, but it tells of nothing that is handled here; it is acknowledged, or it would come again.
     *
     * @param type the provider's word for what it tells of
     */
    record Irrelevant(String noticeId, String type) implements Verification {}

    /**
     * Nobody knows who has sent it. It is answered with the provider's failure form, and nothing is written.
     *
     * @param detail for the log; names no secret and repeats nothing of the body
     */
    record NotVerified(Reason reason, String detail) implements Verification {}

    /** Why a callback is not taken for genuine. */
    enum Reason {
        /** What is needed to verify it is missing, doubled or unreadable. */
        MALFORMED,
        /** It was signed too long ago, or in the future: recorded and sent again, or one of the clocks is wrong. */
        TIMESTAMP,
        /** It names a key that is not known here: a rotation that was not followed, or a forgery. */
        UNKNOWN_KEY,
        /** The signature does not fit. */
        SIGNATURE,
        /** The signature fits, but the content can't be decrypted or read. */
        CONTENT
    }
}
