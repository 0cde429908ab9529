package io.onlyonce.jdbc.guard;

import io.onlyonce.error.MisuseException;
import io.onlyonce.jdbc.ConnectionSource;
import io.onlyonce.jdbc.Dialect;
import io.onlyonce.jdbc.SqlFailures;
import io.onlyonce.jdbc.StatementFailedException;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The transaction that is open on the calling thread, for statements of the application's. Thread-safe. */
final class BusinessTransaction {
    private final ConnectionSource transactions;
    private volatile @Nullable Dialect known;

    BusinessTransaction(ConnectionSource transactions, @Nullable Dialect known) {
        this.transactions = transactions;
        this.known = known;
    }

    /** What is done in the transaction. */
    @FunctionalInterface
    interface Work<R extends @Nullable Object> {
        R on(Connection connection) throws SQLException;
    }

    /**
     * Does something in it.
     *
     * @param who what cannot work without a transaction
     * @throws MisuseException if none is open, each statement commits by itself, or it was given up and the error swallowed
     * @throws StatementFailedException if the database refused a statement
     */
    <R extends @Nullable Object> R run(String who, Work<R> work) {
        try {
            return work.on(connection(who));
        } catch (SQLException e) {
            throw SqlFailures.statementFailure(e);
        }
    }

    /**
     * Its connection.
     *
     * @param who what cannot work without a transaction
     * @throws MisuseException if none is open, or each statement commits by itself
     */
    Connection connection(String who) throws SQLException {
        Connection connection;
        try {
            connection = transactions.connection();
        } catch (IllegalStateException e) {
            MisuseException misuse = new MisuseException(GuardTexts.outsideTransaction(who));
            misuse.initCause(e);
            throw misuse;
        }
        if (connection.getAutoCommit()) {
            throw new MisuseException(GuardTexts.autoCommitted(who));
        }
        return connection;
    }

    /** The database at its other end, found out at the first call. */
    Dialect dialect(Connection connection) throws SQLException {
        Dialect dialect = known;
        if (dialect == null) {
            dialect = Dialect.of(connection);
            known = dialect;
        }
        return dialect;
    }
}
