package io.onlyonce.jdbc;

import java.sql.Connection;

/** Knows the connection that carries the transaction of the calling thread. Thread-safe. */
@FunctionalInterface
public interface ConnectionSource {
    /**
     * The connection of the transaction that is open on this thread. Who asks for it uses it, but neither closes it nor ends its transaction.
     *
     * @throws IllegalStateException if no transaction is open on this thread
     */
    Connection connection();

    /**
     * Keeps the last statement of this thread's transaction back, to send it in one exchange with the commit. Whoever asks for it gives the transaction no further
     * statement.
     *
     * @return false if it was not taken and is to be executed now: where others end the transaction, or the driver cannot do it
     */
    default boolean keepBack(LastStatement statement) {
        return false;
    }
}
