package io.onlyonce.jdbc.guard;

import io.onlyonce.jdbc.ConnectionSource;
import io.onlyonce.jdbc.StatementFailedException;
import io.onlyonce.version.VersionedUpdate;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Updates rows by version: one statement, whose {@code WHERE} names the id <em>and</em> the version, and which counts the version up.
 *
 * <p>It always changes the row that it matches, so its row count means the same whether the driver reports found or changed rows. Where no row was matched,
 * the current version is read with a lock, because a plain read may show an old snapshot. Runs in the transaction of the calling thread. Thread-safe.
 */
public final class JdbcVersions {
    private final BusinessTransaction transaction;
    private final VersionedTable table;

    public JdbcVersions(ConnectionSource transactions, VersionedTable table) {
        this.transaction = new BusinessTransaction(transactions, null);
        this.table = table;
    }

    /**
     * Sets columns of one row, if it still has the version.
     *
     * @param id the row's primary key
     * @param expected the version that the change was made from
     * @param changes the new value of each column; at least one
     * @throws io.onlyonce.error.MisuseException outside a transaction
     * @throws IllegalArgumentException if no column is named, or one by no plain SQL name
     * @throws StatementFailedException if the database refused the statement
     */
    public VersionedUpdate update(Object id, long expected, Map<String, ? extends @Nullable Object> changes) {
        if (changes.isEmpty()) {
            throw new IllegalArgumentException(GuardTexts.noChanges(table.name()));
        }
        List<? extends Entry<String, ? extends @Nullable Object>> columns = List.copyOf(changes.entrySet());
        return transaction.run("JdbcVersions", connection -> {
            int rows = update(connection, id, expected, columns);
            if (rows == 1) {
                return new VersionedUpdate.Updated(expected + 1);
            }
            if (rows != 0) {
                throw new IllegalStateException(GuardTexts.tooManyRows(table.name(), id, rows));
            }
            return current(connection, id, expected);
        });
    }

    private int update(
            Connection connection,
            Object id,
            long expected,
            List<? extends Entry<String, ? extends @Nullable Object>> changes)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(updateSql(changes))) {
            int parameter = 1;
            for (Entry<String, ? extends @Nullable Object> change : changes) {
                statement.setObject(parameter++, change.getValue());
            }
            statement.setObject(parameter++, id);
            statement.setLong(parameter, expected);
            return statement.executeUpdate();
        }
    }

    private String updateSql(List<? extends Entry<String, ? extends @Nullable Object>> changes) {
        String set = changes.stream()
                .map(change -> SqlName.checked(change.getKey()) + " = ?")
                .collect(Collectors.joining(", "));
        return "UPDATE %s SET %s, %s = %s + 1 WHERE %s = ? AND %s = ?"
                .formatted(table.name(), set, table.version(), table.version(), table.id(), table.version());
    }

    private VersionedUpdate current(Connection connection, Object id, long expected) throws SQLException {
        String sql = "SELECT %s FROM %s WHERE %s = ? FOR UPDATE".formatted(table.version(), table.name(), table.id());
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setObject(1, id);
            try (ResultSet row = statement.executeQuery()) {
                return row.next()
                        ? new VersionedUpdate.Conflict(expected, row.getLong(1))
                        : new VersionedUpdate.NotFound();
            }
        }
    }
}
