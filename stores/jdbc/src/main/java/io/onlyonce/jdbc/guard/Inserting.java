package io.onlyonce.jdbc.guard;

import io.onlyonce.jdbc.Dialect;
import io.onlyonce.jdbc.UniqueViolations;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The inserts of one call: each statement is prepared once.
 *
 * <p>On PostgreSQL a duplicate must not raise an error, because an error ends the transaction: the conflict clause makes it a row count of 0, and a second
 * statement reads the row, because one that both inserts and reads would have a snapshot older than the winner. Elsewhere the plain insert fails and only
 * itself is undone. IGNORE would hide every other error, too.
 *
 * <p>Where the query then finds nothing, another unique constraint stood in the way, or the row has just gone: the plain insert is made once more, and
 * either says which it was or succeeds.
 */
final class Inserting<I, T> implements AutoCloseable {
    private static final String QUIET = "\nON CONFLICT DO NOTHING";
    private static final String CURRENT = "\nLOCK IN SHARE MODE";

    private final Connection connection;
    private final UniqueInsert<I, T> insert;
    private final boolean quiet;
    private final String query;
    private final PreparedStatement first;
    private @Nullable PreparedStatement select;

    Inserting(Connection connection, Dialect dialect, UniqueInsert<I, T> insert) throws SQLException {
        this.connection = connection;
        this.insert = insert;
        this.quiet = dialect == Dialect.POSTGRESQL;
        this.query = dialect == Dialect.MARIADB || dialect == Dialect.MYSQL ? insert.query() + CURRENT : insert.query();
        this.first = connection.prepareStatement(quiet ? insert.insert() + QUIET : insert.insert());
    }

    Inserted<T> insert(I item, List<?> identity) throws SQLException {
        if (inserted(item)) {
            return new Inserted.Fresh<>();
        }
        T row = find(identity);
        if (row != null) {
            return new Inserted.Existing<>(row);
        }
        insertOrFail(item);
        return new Inserted.Fresh<>();
    }

    /** Whether the row was written; false for a duplicate on any unique constraint. */
    private boolean inserted(I item) throws SQLException {
        bind(first, insert.valuesOf(item));
        int rows;
        try {
            rows = first.executeUpdate();
        } catch (SQLException e) {
            if (!quiet && UniqueViolations.isAny(e)) {
                return false;
            }
            throw e;
        }
        if (rows == 0 && quiet) {
            return false;
        }
        mustBeOne(rows);
        return true;
    }

    private @Nullable T find(List<?> identity) throws SQLException {
        if (select == null) {
            select = connection.prepareStatement(query);
        }
        bind(select, identity);
        try (ResultSet row = select.executeQuery()) {
            if (!row.next()) {
                return null;
            }
            T found = insert.row().read(row);
            if (row.next()) {
                throw new IllegalStateException(GuardTexts.identityNotUnique(insert.query(), identity));
            }
            return found;
        }
    }

    /** The insert as it is, under a savepoint where its error would end the transaction. */
    private void insertOrFail(I item) throws SQLException {
        Savepoint savepoint = quiet ? connection.setSavepoint() : null;
        try (PreparedStatement plain = connection.prepareStatement(insert.insert())) {
            bind(plain, insert.valuesOf(item));
            mustBeOne(plain.executeUpdate());
        } catch (SQLException e) {
            if (savepoint != null) {
                rollBackTo(savepoint, e);
            }
            throw e;
        }
        if (savepoint != null) {
            connection.releaseSavepoint(savepoint);
        }
    }

    private void rollBackTo(Savepoint savepoint, SQLException failure) {
        try {
            connection.rollback(savepoint);
            connection.releaseSavepoint(savepoint);
        } catch (SQLException second) {
            failure.addSuppressed(second);
        }
    }

    private void mustBeOne(int rows) {
        if (rows != 1) {
            throw new IllegalStateException(GuardTexts.notOneRow(insert.insert(), rows));
        }
    }

    static void bind(PreparedStatement statement, List<? extends @Nullable Object> values) throws SQLException {
        for (int i = 0; i < values.size(); i++) {
            statement.setObject(i + 1, values.get(i));
        }
    }

    @Override
    public void close() throws SQLException {
        try {
            if (select != null) {
                select.close();
            }
        } finally {
            first.close();
        }
    }
}
