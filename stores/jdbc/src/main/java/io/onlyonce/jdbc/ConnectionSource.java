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
}
