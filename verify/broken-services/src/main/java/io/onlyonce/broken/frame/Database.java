package io.onlyonce.broken.frame;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/** A connection pool and two ways to use it. READ COMMITTED everywhere. Thread-safe. */
public final class Database implements AutoCloseable {
    private static final int POOL = 14;
    private static final int ATTEMPTS = 10;

    private final HikariDataSource pool;

    private Database(HikariDataSource pool) {
        this.pool = pool;
    }

    /** What is done with a connection. */
    @FunctionalInterface
    public interface Unit<T> {
        T run(Connection connection) throws Exception;
    }

    public static Database open(Options options) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(options.jdbc());
        config.setUsername(options.user());
        config.setPassword(options.password());
        config.setMaximumPoolSize(POOL);
        config.setMinimumIdle(0);
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        return new Database(new HikariDataSource(config));
    }

    /** Runs the unit in one transaction; an exception rolls it back. */
    public <T> T inTransaction(Unit<T> unit) throws Exception {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            try {
                T result = unit.run(connection);
                connection.commit();
                return result;
            } catch (Throwable failure) {
                connection.rollback();
                throw failure;
            }
        }
    }

    /** Runs the unit on a connection that commits each statement. */
    public <T> T inAutoCommit(Unit<T> unit) throws Exception {
        try (Connection connection = pool.getConnection()) {
            return unit.run(connection);
        }
    }

    public DataSource dataSource() {
        return pool;
    }

    /** Makes the tables that are missing. Another process may do the same at this moment. */
    public void createTables() throws SQLException, IOException {
        for (int attempt = 1; ; attempt++) {
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                for (String sql : schema().strip().split(";\\s*", 0)) {
                    statement.execute(sql);
                }
                return;
            } catch (SQLException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private static String schema() throws IOException {
        try (InputStream stream = Database.class.getResourceAsStream("/schema.sql")) {
            if (stream == null) {
                throw new IOException("schema.sql is not on the class path.");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("--"))
                    .collect(Collectors.joining("\n"));
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
