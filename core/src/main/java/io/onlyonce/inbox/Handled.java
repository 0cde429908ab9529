package io.onlyonce.inbox;

/** What an attempt at an entry has come to. Immutable. */
public sealed interface Handled {
    /** It is dealt with and leaves the inbox. */
    record Done() implements Handled {}

    /**
     * What it builds on is not there yet: the try counts, and what was written in it stays.
     *
     * @param cause what is waited for
     */
    record TooEarly(String cause) implements Handled {}
}
