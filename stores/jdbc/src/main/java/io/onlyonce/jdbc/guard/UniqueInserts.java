package io.onlyonce.jdbc.guard;

import io.onlyonce.error.MisuseException;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.jdbc.ConnectionSource;
import io.onlyonce.jdbc.Dialect;
import io.onlyonce.jdbc.JdbcTransactions;
import io.onlyonce.jdbc.SqlFailures;
import io.onlyonce.jdbc.StatementFailedException;
import io.onlyonce.jdbc.UniqueViolations;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Inserts a row, or returns the one that is there: the same on each database, and the transaction stays usable after a duplicate.
 *
 * <p>A duplicate is what the query of {@link UniqueInsert} finds. A row that stands in the way by <em>another</em> unique constraint is no duplicate but an
 * error, {@link StatementFailedException}, of which {@link UniqueViolations} tells the constraint. An insert that meets an uncommitted row of the same
 * identity waits for its transaction.
 *
 * <p>Where the rows are seen: on PostgreSQL, a duplicate that the snapshot of a REPEATABLE READ or SERIALIZABLE transaction does not have is a serialisation
 * failure. On MariaDB and MySQL an existing row is read with a shared lock, so it is current at any isolation level, and it stays locked until the
 * transaction ends; two transactions that both got it and both go on to change it deadlock, so lock it by {@link RowLocks} <em>before</em> the insert, or
 * run the whole unit again. On H2, use READ COMMITTED.
 *
 * <p>All methods throw {@link MisuseException} outside a transaction, {@link StoreUnavailableException} if the database cannot be reached, and
 * {@link StatementFailedException} if it refused; {@link SqlFailures#retryable} knows the deadlocks and serialisation failures among these.
 *
 * <p>Thread-safe. All connections must lead to databases of one make.
 */
public final class UniqueInserts {
    private final BusinessTransaction transaction;

    /**
     * Inserts in these transactions; the first connection is asked which database it has before it.
     *
     * @param transactions the transactions of the business writes, for example {@link JdbcTransactions}
     */
    public UniqueInserts(ConnectionSource transactions) {
        this.transaction = new BusinessTransaction(transactions, null);
    }

    /** The same for a database that does not tell its make, for example one that is compatible with another. */
    public UniqueInserts(ConnectionSource transactions, Dialect dialect) {
        this.transaction = new BusinessTransaction(transactions, dialect);
    }

    /** Inserts one row, or returns the one with its identity. */
    public <I, T> Inserted<T> insert(UniqueInsert<I, T> insert, I item) {
        return insertAll(insert, List.of(item)).get(0);
    }

    /**
     * Inserts many rows, one statement each, in one fixed order of their identities, so that two batches with common identities do not deadlock however they
     * are ordered; only identities that the database takes for equal and Java does not (accents, blanks at the end) can still meet in opposite order. An
     * identity that is twice in the batch is inserted for the first, and the second finds it. Nothing is inserted by JDBC's batches, whose counts say little.
     *
     * @return what became of each, in the batch's order
     */
    public <I, T> List<Inserted<T>> insertAll(UniqueInsert<I, T> insert, List<? extends I> batch) {
        List<Item<I>> items = new ArrayList<>(batch.size());
        for (I each : batch) {
            items.add(new Item<>(items.size(), each, insert.identityOf(each)));
        }
        items.sort(Comparator.comparing(Item::identity, IdentityOrder.INSTANCE));
        List<@Nullable Inserted<T>> results = new ArrayList<>(Collections.nCopies(items.size(), null));
        try {
            Connection connection = transaction.connection("UniqueInserts");
            try (Inserting<I, T> inserting = new Inserting<>(connection, transaction.dialect(connection), insert)) {
                for (Item<I> item : items) {
                    results.set(item.place(), inserting.insert(item.value(), item.identity()));
                }
            }
        } catch (SQLException e) {
            throw SqlFailures.statementFailure(e);
        }
        return results.stream().map(Objects::requireNonNull).toList();
    }

    private record Item<I>(int place, I value, List<?> identity) {}
}
