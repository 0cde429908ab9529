package io.onlyonce.jdbc.guard;

import io.onlyonce.error.MisuseException;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.jdbc.ConnectionSource;
import io.onlyonce.jdbc.Dialect;
import io.onlyonce.jdbc.JdbcTransactions;
import io.onlyonce.jdbc.SqlFailures;
import io.onlyonce.jdbc.StatementFailedException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Locks rows for the rest of the transaction, and reads them as they are under the lock.
 *
 * <p>The rows are locked one by one in the order of their keys, each once, so that two transactions that lock common rows through this class wait for each
 * other but do not deadlock, however their keys were ordered. The locking statement itself reads, so the data are current even where the snapshot of the
 * transaction is older; a plain SELECT of the same row may still show the old ones on MariaDB and MySQL. On PostgreSQL at REPEATABLE READ, a row that changed
 * since the snapshot is a serialisation failure, on MariaDB from 11.6.2 its counterpart: the whole unit is to be run again.
 *
 * <p>A row that is not there cannot be locked: another transaction may insert it. To create it, insert it under a unique constraint
 * ({@link UniqueInserts}); on MariaDB and MySQL at REPEATABLE READ two transactions that look for the same missing row and then insert it deadlock.
 *
 * <p>After {@link Busy}, end the transaction: on MariaDB, MySQL and H2 the locks that were taken before the busy row stay until then; PostgreSQL gives
 * them back at once.
 *
 * <p>Thread-safe. All connections must lead to databases of one make.
 */
public final class RowLocks {
    private final BusinessTransaction transaction;

    /**
     * Locks in these transactions; the first connection is asked which database it has before it.
     *
     * @param transactions the transactions of the business writes, for example {@link JdbcTransactions}
     */
    public RowLocks(ConnectionSource transactions) {
        this.transaction = new BusinessTransaction(transactions, null);
    }

    /** The same for a database that does not tell its make, for example one that is compatible with another. */
    public RowLocks(ConnectionSource transactions, Dialect dialect) {
        this.transaction = new BusinessTransaction(transactions, dialect);
    }

    /**
     * What became of the locks.
     *
     * @param <K> the primary key
     * @param <T> what a row is read as
     */
    public sealed interface Result<K, T> {}

    /**
     * All rows that exist are locked.
     *
     * @param rows their current data, in the order of their keys; unmodifiable
     * @param missing the keys without a row, in their order; nothing holds them
     */
    public record Locked<K, T>(Map<K, T> rows, List<K> missing) implements Result<K, T> {
        public Locked {
            rows = Collections.unmodifiableMap(new LinkedHashMap<>(rows));
            missing = List.copyOf(missing);
        }
    }

    /**
     * Somebody else has a row locked, and the wait was over.
     *
     * @param id the first row that could not be had
     */
    public record Busy<K, T>(K id) implements Result<K, T> {}

    /**
     * Locks these rows, each once, whatever their order.
     *
     * @param wait for each row
     * @throws MisuseException outside a transaction
     * @throws StoreUnavailableException if the database cannot be reached
     * @throws StatementFailedException if it refused; {@link SqlFailures#retryable} knows deadlocks and serialisation failures
     */
    public <K extends Comparable<? super K>, T> Result<K, T> lock(
            Rows<K, T> rows, Collection<? extends K> ids, LockWait wait) {
        try {
            Connection connection = transaction.connection("RowLocks");
            try (RowLocking locking =
                    RowLocking.begin(connection, transaction.dialect(connection), rows.query(), wait)) {
                return lock(locking, rows, new TreeSet<K>(ids));
            }
        } catch (SQLException e) {
            throw SqlFailures.statementFailure(e);
        }
    }

    private static <K extends Comparable<? super K>, T> Result<K, T> lock(
            RowLocking locking, Rows<K, T> rows, Set<K> ids) throws SQLException {
        Map<K, T> found = new LinkedHashMap<>();
        List<K> missing = new ArrayList<>();
        for (K id : ids) {
            T row;
            try {
                row = lock(locking.statement(), rows, id);
            } catch (SQLException e) {
                if (SqlFailures.lockWaitOver(e)) {
                    locking.givenUp();
                    return new Busy<>(id);
                }
                throw e;
            }
            if (row == null) {
                missing.add(id);
            } else {
                found.put(id, row);
            }
        }
        locking.done();
        return new Locked<>(found, missing);
    }

    private static <K extends Comparable<? super K>, T> @Nullable T lock(
            PreparedStatement statement, Rows<K, T> rows, K id) throws SQLException {
        statement.setObject(1, id);
        try (ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
                return null;
            }
            T found = rows.reader().read(row);
            if (row.next()) {
                throw new IllegalStateException(GuardTexts.identityNotUnique(rows.query(), List.of(id)));
            }
            return found;
        }
    }
}
