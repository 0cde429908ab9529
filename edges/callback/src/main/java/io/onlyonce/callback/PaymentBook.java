package io.onlyonce.callback;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The application's side: its payments, its ledger, its orders. Everything here runs in one open transaction, whose commit the acknowledgement waits for; it must
 * neither commit nor open another one, and may run again after a deadlock. Must be thread-safe.
 */
public interface PaymentBook {
    /** What was asked for under the notice's payment number; empty if there is no such payment, or not yet. */
    Optional<Expected> expected(PaymentNotice notice);

    /**
     * Books a notice that was checked: amount, currency and channel are the expected ones.
     *
     * <p>A fact must be booked once, however many notices tell of it: key the ledger by the provider's transaction or refund, and move the order by a guarded
     * transition. A fact that no longer fits the order is booked all the same and answered with {@link Booking.Done}, never refused: the money has moved.
     */
    Booking book(PaymentNotice notice, Expected expected);

    /**
     * Notes what became of a notice: in the table of notices, under its identity. A notice that was noted as waiting is noted again when it is dealt with.
     *
     * @param expected what was asked for; null if nothing is known
     */
    void note(PaymentNotice notice, @Nullable Expected expected, Noted noted);

    /**
     * What is noted of a notice.
     *
     * @param state what has become of it
     * @param outcome one word: the application's for what is done, the {@link Doubt}, or what is waited for
     */
    record Noted(State state, String outcome) {
        /** What can become of a notice. */
        public enum State {
            /** The books have it. */
            DONE,
            /** Nothing was booked, and nothing will be; somebody should look at it. */
            DOUBTFUL,
            /** It is kept until what it builds on is there, or until the worker comes. */
            WAITING,
            /** It has waited too long; somebody must look at it. */
            PARKED
        }
    }
}
