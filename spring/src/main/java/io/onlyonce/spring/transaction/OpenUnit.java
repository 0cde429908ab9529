package io.onlyonce.spring.transaction;

import org.jspecify.annotations.Nullable;

/** What a unit runs in. Ended exactly once, by the thread that began it. */
interface OpenUnit {
    /** The unit's writes stay. */
    void keep();

    /**
     * The unit's writes are undone.
     *
     * @param cause what the unit threw, or null; what goes wrong here is added to it
     */
    void rollBack(@Nullable Throwable cause);
}
