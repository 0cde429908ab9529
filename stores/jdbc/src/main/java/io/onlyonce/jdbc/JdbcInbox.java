package io.onlyonce.jdbc;

import io.onlyonce.inbox.InboxEntry;
import io.onlyonce.inbox.InboxStore;
import io.onlyonce.inbox.Kept;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Keeps what was taken in in the table {@code onlyonce_inbox}, in the caller's transaction. Each verb is one statement.
 *
 * <p>Whoever puts what another transaction is putting waits for its end, as long as the database lets it (PostgreSQL's {@code lock_timeout}, InnoDB's {@code
 * innodb_lock_wait_timeout}). On MariaDB and MySQL use READ COMMITTED for the worker's transactions: at REPEATABLE READ its locks reach into the gaps beside the
 * entries, and who puts there waits. Thread-safe. All connections must lead to databases of one make.
 */
public final class JdbcInbox implements InboxStore {
    private final ConnectionSource transactions;
    private final SqlSource<InboxSql> sql;

    /**
     * An inbox that asks its first connection which database it has before it.
     *
     * @param transactions the transactions of the business writes, for example {@link JdbcTransactions}
     */
    public JdbcInbox(ConnectionSource transactions) {
        this(transactions, SqlSource.detected(Dialect::inbox));
    }

    /** An inbox for a database that does not tell its make, for example one that is compatible with another. */
    public JdbcInbox(ConnectionSource transactions, Dialect dialect) {
        this(transactions, SqlSource.of(Dialect::inbox, dialect));
    }

    private JdbcInbox(ConnectionSource transactions, SqlSource<InboxSql> sql) {
        this.transactions = transactions;
        this.sql = sql;
    }

    @Override
    public boolean put(InboxEntry entry, Duration delay) {
        return execute(InboxSql::put, (statement, words) -> {
            setId(statement, 1, words, entry.source(), entry.id());
            words.values().setText(statement, 3, entry.subject());
            statement.setBytes(4, entry.payload());
            words.values().setDuration(statement, 5, delay);
            return words.inserted(statement);
        });
    }

    @Override
    public List<Kept> due(String source, int limit) {
        return execute(InboxSql::due, (statement, words) -> {
            words.values().setText(statement, 1, source);
            statement.setInt(2, limit);
            return kept(statement, words.values());
        });
    }

    @Override
    public List<Kept> about(String source, String subject) {
        return execute(InboxSql::about, (statement, words) -> {
            setId(statement, 1, words, source, subject);
            return kept(statement, words.values());
        });
    }

    @Override
    public List<Kept> parked(String source, int limit) {
        return execute(InboxSql::parked, (statement, words) -> {
            words.values().setText(statement, 1, source);
            statement.setInt(2, limit);
            return kept(statement, words.values());
        });
    }

    @Override
    public List<Kept> waiting(String source, int limit) {
        return execute(InboxSql::waiting, (statement, words) -> {
            words.values().setText(statement, 1, source);
            statement.setInt(2, limit);
            return kept(statement, words.values());
        });
    }

    @Override
    public Optional<Kept> find(String source, String id) {
        return execute(InboxSql::find, (statement, words) -> {
            setId(statement, 1, words, source, id);
            return kept(statement, words.values()).stream().findFirst();
        });
    }

    private static List<Kept> kept(PreparedStatement query, RecordSql values) throws SQLException {
        try (ResultSet row = query.executeQuery()) {
            List<Kept> kept = new ArrayList<>();
            while (row.next()) {
                InboxEntry entry = new InboxEntry(
                        text(row, 1, values), text(row, 2, values), text(row, 3, values), row.getBytes(4));
                kept.add(new Kept(entry, row.getInt(5), row.getBoolean(6), values.text(row, 7)));
            }
            return kept;
        }
    }

    private static String text(ResultSet row, int column, RecordSql values) throws SQLException {
        return String.valueOf(values.text(row, column)); // its column takes no NULL
    }

    @Override
    public boolean done(Kept kept) {
        return execute(InboxSql::done, (statement, words) -> {
            setVersion(statement, 1, words, kept);
            return changed(statement);
        });
    }

    @Override
    public boolean postpone(Kept kept, Duration delay) {
        return execute(InboxSql::postpone, (statement, words) -> {
            words.values().setDuration(statement, 1, delay);
            setVersion(statement, 2, words, kept);
            return changed(statement);
        });
    }

    @Override
    public boolean again(Kept kept, Duration delay, String cause) {
        return execute(InboxSql::again, (statement, words) -> {
            words.values().setDuration(statement, 1, delay);
            words.values().setText(statement, 2, Kept.cut(cause));
            setVersion(statement, 3, words, kept);
            return changed(statement);
        });
    }

    @Override
    public boolean park(Kept kept, String cause) {
        return execute(InboxSql::park, (statement, words) -> {
            words.values().setText(statement, 1, Kept.cut(cause));
            setVersion(statement, 2, words, kept);
            return changed(statement);
        });
    }

    @Override
    public boolean revive(String source, String id) {
        return execute(InboxSql::revive, (statement, words) -> {
            setId(statement, 1, words, source, id);
            return changed(statement);
        });
    }

    private static void setVersion(PreparedStatement statement, int first, InboxSql words, Kept kept)
            throws SQLException {
        setId(statement, first, words, kept.entry().source(), kept.entry().id());
        statement.setInt(first + 2, kept.tries());
    }

    private static void setId(PreparedStatement statement, int first, InboxSql words, String source, String id)
            throws SQLException {
        words.values().setText(statement, first, source);
        words.values().setText(statement, first + 1, id);
    }

    private static boolean changed(PreparedStatement statement) throws SQLException {
        int rows = statement.executeUpdate();
        if (rows > 1) {
            throw new IllegalStateException(JdbcTexts.tooManyEntries(rows));
        }
        return rows == 1;
    }

    private interface Words {
        String of(InboxSql sql);
    }

    private interface Execution<R> {
        R of(PreparedStatement statement, InboxSql words) throws SQLException;
    }

    private <R> R execute(Words words, Execution<R> execution) {
        try {
            Connection connection = TransactionConnection.of(transactions);
            InboxSql spoken = sql.on(connection);
            try (PreparedStatement statement = connection.prepareStatement(words.of(spoken))) {
                return execution.of(statement, spoken);
            }
        } catch (SQLException e) {
            throw SqlFailures.storeFailure(e);
        }
    }
}
