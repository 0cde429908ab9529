package io.onlyonce.jdbc;

import io.onlyonce.lock.LockName;
import io.onlyonce.record.RecordKey;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.token.OneTimeToken;
import io.onlyonce.token.TokenBinding;
import io.onlyonce.token.TokenHash;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import javax.sql.DataSource;

/** A database of a test class's own with OnlyOnce's tables and one business table, and what the tests do to them from outside. */
public final class Tables implements AutoCloseable {
    private static final int CONNECTIONS = 24;

    /** The tests ask what is committed, not what survives a power cut. */
    private static final String COMMIT_WITHOUT_DISK = """
            DO $$ BEGIN
                EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database());
            END $$
            """;

    private final TestDatabase database;
    private final DataSource pool;
    private final JdbcTransactions transactions;
    private final boolean binaryIds;

    private Tables(TestDatabase database, DataSource pool) {
        if (database.url().startsWith("jdbc:postgresql")) {
            database.execute(COMMIT_WITHOUT_DISK);
        }
        this.database = database;
        this.pool = pool;
        this.transactions = new JdbcTransactions(pool);
        this.binaryIds = database.url().startsWith("jdbc:m");
        JdbcSchema.createIfMissing(pool);
        database.execute("CREATE TABLE effect (name VARCHAR(200) NOT NULL)");
    }

    public static Tables in(TestDatabase database) {
        return new Tables(database, database.dataSource(CONNECTIONS));
    }

    /** The same through a data source of the test's own. */
    public static Tables in(TestDatabase database, DataSource dataSource) {
        return new Tables(database, dataSource);
    }

    public TestDatabase database() {
        return database;
    }

    public DataSource pool() {
        return pool;
    }

    public JdbcTransactions transactions() {
        return transactions;
    }

    /** Moves the end of the record's retention into the past. */
    public void expire(RecordKey key) {
        update("UPDATE onlyonce_record SET expires_at = created_at WHERE id = ?", id(key));
    }

    /** The same in a transaction that is open, to the record that it claims. */
    void expire(Connection connection, RecordKey key) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("UPDATE onlyonce_record SET expires_at = created_at WHERE id = ?")) {
            statement.setObject(1, id(key));
            statement.executeUpdate();
        }
    }

    /** Moves the end of the claim's lease into the past. */
    public void expireLease(RecordKey key) {
        update("UPDATE onlyonce_record SET lease_until = created_at WHERE id = ?", id(key));
    }

    /** How many records are committed. */
    public long records() {
        return count("SELECT COUNT(*) FROM onlyonce_record");
    }

    /** How many records of a key are committed. */
    public long records(RecordKey key) {
        return count("SELECT COUNT(*) FROM onlyonce_record WHERE id = ?", id(key));
    }

    /** How many records are claimed and not completed. */
    public long claims() {
        return count("SELECT COUNT(*) FROM onlyonce_record WHERE state = 'C'");
    }

    /** How many effects of this name are committed. */
    public long effects(String name) {
        return count("SELECT COUNT(*) FROM effect WHERE name = ?", name);
    }

    /** Writes an effect in the transaction that is open on this thread. */
    public void effect(String name) throws SQLException {
        effect(transactions.connection(), name);
    }

    public static void effect(Connection connection, String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("INSERT INTO effect (name) VALUES (?)")) {
            statement.setString(1, name);
            statement.executeUpdate();
        }
    }

    /** Executes a statement in the transaction that is open on this thread. */
    public void execute(String sql) throws SQLException {
        try (Statement statement = transactions.connection().createStatement()) {
            statement.execute(sql);
        }
    }

    /** Whether ids and texts are bytes: MariaDB and MySQL. */
    public boolean binaryIds() {
        return binaryIds;
    }

    /** Executes a statement in a transaction of its own. */
    public int update(String sql, Object... parameters) {
        return prepared(sql, PreparedStatement::executeUpdate, parameters);
    }

    /** The first column of the first row, read in a transaction of its own. */
    public long count(String sql, Object... parameters) {
        return prepared(
                sql,
                statement -> {
                    try (ResultSet row = statement.executeQuery()) {
                        row.next();
                        return row.getLong(1);
                    }
                },
                parameters);
    }

    private interface Execution<R> {
        R of(PreparedStatement statement) throws SQLException;
    }

    private <R> R prepared(String sql, Execution<R> execution, Object... parameters) {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            R result = execution.of(statement);
            if (!connection.getAutoCommit()) {
                connection.commit();
            }
            return result;
        } catch (SQLException e) {
            throw new IllegalStateException("The test could not execute: " + sql, e);
        }
    }

    /** Moves the end of the token's life into the past. */
    public void expire(OneTimeToken token, TokenBinding binding) {
        update(
                "UPDATE onlyonce_token SET expires_at = issued_at WHERE id = ?",
                TokenHash.of(token, binding).bytes());
    }

    /** Moves the end of the lock's lease into the past. */
    public void expire(LockName name) {
        update("UPDATE onlyonce_lock SET lease_until = '2000-01-01 00:00:00' WHERE name = ?", name.value());
    }

    /** Lets two hours pass for the inbox's entries of this source. */
    public void twoHoursLater(String source) {
        update(
                "UPDATE onlyonce_inbox SET due_at = due_at - " + (binaryIds ? "INTERVAL 2 HOUR" : "INTERVAL '2' HOUR")
                        + " WHERE source = ?",
                source);
    }

    /** All committed rows of a table as text: bytes in hexadecimal digits and as letters. */
    public String dump(String table) {
        return prepared("SELECT * FROM " + table, statement -> {
            StringBuilder text = new StringBuilder();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                        Object value = row.getObject(i);
                        text.append(
                                        value instanceof byte[] bytes
                                                ? HexFormat.of().formatHex(bytes) + " "
                                                        + new String(bytes, StandardCharsets.ISO_8859_1)
                                                : value)
                                .append('|');
                    }
                }
            }
            return text.toString();
        });
    }

    public Object id(RecordKey key) {
        return binaryIds ? key.id().bytes() : key.id().toUuid();
    }

    @Override
    public void close() {
        database.close();
    }
}
