package io.onlyonce.callback;

import io.onlyonce.callback.PaymentBook.Noted;
import org.jspecify.annotations.Nullable;

/** Hears of callbacks: log, metrics and alarms hang here. Must be thread-safe and must not throw. */
public interface CallbackEvents {
    /** Nobody knows who has sent it; nothing was written. A security event. */
    void notVerified(String channel, Verification.NotVerified refused);

    /**
     * A notice was acknowledged.
     *
     * @param outcome what is noted of it
     * @param replayed whether an earlier delivery had been acknowledged
     */
    void accepted(PaymentNotice notice, String outcome, boolean replayed);

    /** A genuine callback that tells of nothing handled here was acknowledged. */
    void irrelevant(String channel, Verification.Irrelevant irrelevant);

    /** A notice came with the identity of another that said something else. It is dealt with as a notice of its own. A security event. */
    void contradiction(PaymentNotice notice);

    /** What is noted commits with the transaction that is open, or is told of again if that is rolled back: an alarm for all that is doubtful or parked. */
    void noted(PaymentNotice notice, Noted noted);

    /**
     * The provider was asked to send it again.
     *
     * @param cause null if another delivery is at work
     */
    void sendAgain(PaymentNotice notice, @Nullable Exception cause);
}
