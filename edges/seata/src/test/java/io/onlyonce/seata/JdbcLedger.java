package io.onlyonce.seata;

import io.onlyonce.OnlyOnce;
import io.onlyonce.jdbc.JdbcRecordStore;
import io.onlyonce.jdbc.JdbcSchema;
import io.onlyonce.jdbc.JdbcTransactions;
import io.onlyonce.probe.Probe;
import io.onlyonce.saga.Participant;
import io.onlyonce.testkit.server.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A database with accounts, a journal and OnlyOnce's tables. */
final class JdbcLedger implements Ledger {
    private static final int CONNECTIONS = 12;

    /** The tests ask what is committed, not what survives a power cut. */
    private static final String COMMIT_WITHOUT_DISK = """
            DO $$ BEGIN
                EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database());
            END $$
            """;

    private final TestDatabase database;
    private final DataSource pool;
    private final JdbcTransactions transactions;

    JdbcLedger(TestDatabase database) {
        if (database.url().startsWith("jdbc:postgresql")) {
            database.execute(COMMIT_WITHOUT_DISK);
        }
        this.database = database;
        this.pool = database.dataSource(CONNECTIONS);
        this.transactions = new JdbcTransactions(pool);
        JdbcSchema.createIfMissing(pool);
        database.execute("""
                CREATE TABLE account (
                    name VARCHAR(100) NOT NULL PRIMARY KEY,
                    balance BIGINT NOT NULL CHECK (balance >= 0),
                    aside BIGINT NOT NULL CHECK (aside >= 0))
                """, "CREATE TABLE journal (account VARCHAR(100) NOT NULL, deed VARCHAR(20) NOT NULL)");
    }

    @Override
    public Participant participant(Probe probe) {
        OnlyOnce onlyOnce = OnlyOnce.transactional(new JdbcRecordStore(transactions), transactions, probe);
        return new Participant(database.toString(), onlyOnce, transactions);
    }

    @Override
    public void open(String account, long balance) {
        committed("INSERT INTO account (name, balance, aside) VALUES (?, ?, 0)", account, balance);
    }

    @Override
    public void change(String account, String deed, long balance, long aside)
            throws SQLException, InsufficientException {
        try (PreparedStatement statement = transactions
                .connection()
                .prepareStatement(
                        "UPDATE account SET balance = balance + ?, aside = aside + ? WHERE name = ? AND balance + ? >= 0")) {
            statement.setLong(1, balance);
            statement.setLong(2, aside);
            statement.setString(3, account);
            statement.setLong(4, balance);
            if (statement.executeUpdate() != 1) {
                throw new InsufficientException(account);
            }
        }
        try (PreparedStatement statement =
                transactions.connection().prepareStatement("INSERT INTO journal (account, deed) VALUES (?, ?)")) {
            statement.setString(1, account);
            statement.setString(2, deed);
            statement.executeUpdate();
        }
    }

    @Override
    public long balance(String account) {
        return number("SELECT balance FROM account WHERE name = ?", account);
    }

    @Override
    public long aside(String account) {
        return number("SELECT aside FROM account WHERE name = ?", account);
    }

    @Override
    public long times(String account, String deed) {
        return number("SELECT COUNT(*) FROM journal WHERE account = ? AND deed = ?", account, deed);
    }

    private long number(String query, Object... parameters) {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = bound(connection, query, parameters);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException("The test could not execute: " + query, e);
        }
    }

    private void committed(String sql, Object... parameters) {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = bound(connection, sql, parameters)) {
            statement.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException("The test could not execute: " + sql, e);
        }
    }

    private static PreparedStatement bound(Connection connection, String sql, Object... parameters)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
        return statement;
    }

    @Override
    public void close() {
        database.close();
    }
}
