package io.onlyonce.token;

import java.time.Instant;

/**
 * Remembers which signed tokens were used. Of one of two kinds, as {@link TokenStore}s are. Thread-safe.
 *
 * <p>A mark counts until it is purged, even after its time: what was used never becomes unused by a clock.
 */
public sealed interface UsedMarks permits TransactionalUsedMarks, ImmediateUsedMarks {
    /** What became of a mark. */
    enum Marking {
        /** It was not there; the token is the caller's. */
        FIRST,
        /** It was there before. */
        ALREADY
    }

    /**
     * Marks a token as used: one step decides who is first.
     *
     * @param until how long the mark must be kept at least
     * @throws io.onlyonce.error.StoreUnavailableException if the marks cannot be reached
     */
    Marking mark(TokenHash token, Instant until);
}
