package io.onlyonce.jdbc.guard;

import org.jspecify.annotations.Nullable;

/**
 * A place where stored states contradict the machine, found by {@link JdbcTransitions#audit}: somebody wrote past it.
 *
 * @param id of the row, as the driver gives it
 * @param seq of the row's history entry; null where the history has none, or there is no history
 * @param from the state before, as stored; for {@link Problem#CURRENT} what the history says last
 * @param to the state after, as stored; for {@link Problem#CURRENT} what the row says
 */
public record IllegalEdge(
        Object id,
        @Nullable Long seq,
        @Nullable String from,
        @Nullable String to,
        Problem problem) {
    /** What is wrong there. */
    public enum Problem {
        /** The first entry is not that of a new row: from nothing to the machine's start. */
        START,
        /** No event of the machine leads from there to there. */
        EDGE,
        /** The entry does not go on where the one before it ended, or one between them is missing. */
        CHAIN,
        /** The row's state is not where its history ends, it has no history, or it is no state of the machine. */
        CURRENT
    }
}
