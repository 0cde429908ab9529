package io.onlyonce.jdbc.guard;

/**
 * What became of an insert.
 *
 * @param <T> what an existing row is read as
 */
public sealed interface Inserted<T> {
    /** The row is new: it was written by this call. */
    record Fresh<T>() implements Inserted<T> {}

    /**
     * A row with this identity was there before; nothing was written.
     *
     * @param row the row as it is now
     */
    record Existing<T>(T row) implements Inserted<T> {}
}
