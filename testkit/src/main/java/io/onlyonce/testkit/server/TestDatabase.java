package io.onlyonce.testkit.server;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;

/** A database of a test's own. Thread-safe. {@link #close()} closes all pools that it gave out and drops it. */
public final class TestDatabase implements AutoCloseable {
    private final JdbcAddress address;
    private final Runnable drop;
    private final Queue<HikariDataSource> pools = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    private TestDatabase(JdbcAddress address, Runnable drop) {
        this.address = address;
        this.drop = drop;
    }

    static TestDatabase open(JdbcAddress address, Runnable drop) {
        return new TestDatabase(address, drop);
    }

    /** The JDBC URL, without user and password. */
    public String url() {
        return address.url();
    }

    /** Who logs in. */
    public String user() {
        return address.login().user();
    }

    /** The user's password; may be empty. */
    public String password() {
        return address.login().password();
    }

    /** A connection pool of its own on this database, with up to {@code poolSize} connections; closed with the database. */
    public DataSource dataSource(int poolSize) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url());
        config.setUsername(user());
        config.setPassword(password());
        config.setMaximumPoolSize(poolSize);
        config.setMinimumIdle(0);
        HikariDataSource pool = new HikariDataSource(config);
        pools.add(pool);
        return pool;
    }

    /** Opens a new connection each time. */
    public DataSource unpooled() {
        return new UnpooledDataSource(address);
    }

    /** Executes statements one after the other in a connection of their own, each committed: a schema, for example. */
    public void execute(String... statements) {
        address.execute(statements);
    }

    /**
     * Executes one statement with parameters in a connection of its own and commits it.
     *
     * @return how many rows it changed
     */
    public int update(String sql, Object... parameters) {
        try (Connection connection = address.connect();
                PreparedStatement statement = bound(connection, sql, parameters)) {
            return statement.executeUpdate();
        } catch (SQLException e) {
            throw failed(sql, e);
        }
    }

    /** The first column of the first row of a query as a number, read in a connection of its own; what is not committed is not seen. */
    public long queryLong(String sql, Object... parameters) {
        try (Connection connection = address.connect();
                PreparedStatement statement = bound(connection, sql, parameters);
                ResultSet rows = statement.executeQuery()) {
            if (!rows.next()) {
                throw new IllegalStateException("The query \"" + sql + "\" gave no row; it has to give a number.");
            }
            return rows.getLong(1);
        } catch (SQLException e) {
            throw failed(sql, e);
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

    private IllegalStateException failed(String sql, SQLException e) {
        return new IllegalStateException("Could not execute \"" + sql + "\" on " + address + ": " + e.getMessage(), e);
    }

    /** Closes the pools and drops the database; the second time it does nothing. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            LeftOvers.remove(this);
            pools.forEach(HikariDataSource::close);
            drop.run();
        }
    }

    @Override
    public String toString() {
        return address.toString();
    }
}
