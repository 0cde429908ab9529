package io.onlyonce.callback;

/** What the books say to a notice. Immutable. */
public sealed interface Booking {
    /**
     * It is dealt with: it has been booked, or there was nothing left to book.
     *
     * @param outcome one word of the application's, for its tables and the log
     */
    record Done(String outcome) implements Booking {}

    /**
     * It is true, but what it builds on is not there yet. It is kept and tried again when that appears, a bounded number of times. Nothing may have been booked.
     *
     * @param missing what is waited for
     */
    record TooEarly(String missing) implements Booking {}

    /** It can't be right, although it is signed. Nothing may have been booked. */
    record Doubtful(Doubt doubt) implements Booking {}
}
