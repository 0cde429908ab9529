package io.onlyonce.inbox;

import org.jspecify.annotations.Nullable;

/**
 * An entry as the inbox has it. Immutable.
 *
 * @param entry what was taken in
 * @param tries how many attempts at it have failed
 * @param parked whether it was put aside, to be looked at by people
 * @param cause of the last failed attempt, as {@link #cut} leaves it; null if none has failed
 */
public record Kept(
        InboxEntry entry,
        int tries,
        boolean parked,
        @Nullable String cause) {
    /** The greatest number of characters (code points) of a cause that are kept. */
    public static final int MAX_CAUSE_LENGTH = 500;

    /** A cause as every store keeps it: its beginning, with blanks for NUL, which PostgreSQL takes in no text. */
    public static String cut(String cause) {
        StringBuilder kept = new StringBuilder();
        cause.codePoints().limit(MAX_CAUSE_LENGTH).forEach(c -> kept.appendCodePoint(c == 0 ? ' ' : c));
        return kept.toString();
    }
}
