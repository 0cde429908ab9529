package io.onlyonce.benchmarks.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.onlyonce.jdbc.JdbcSchema;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A database of the benchmark's own with OnlyOnce's tables; dropped when it is closed. */
public final class BenchmarkDatabase implements AutoCloseable {
    private final Login server;
    private final Login own;
    private final String name;
    private final List<HikariDataSource> pools = new ArrayList<>();

    private BenchmarkDatabase(Login server, String name) {
        this.server = server;
        this.own = server.database(name);
        this.name = name;
    }

    /**
     * Makes one on this server, and in it OnlyOnce's tables and what the statements make.
     *
     * @throws SQLException if the account may not create databases
     */
    public static BenchmarkDatabase create(Login server, List<String> statements) throws SQLException {
        String name = "onlyonce_benchmark_" + UUID.randomUUID().toString().substring(0, 8);
        BenchmarkDatabase database = new BenchmarkDatabase(server, name);
        execute(server, List.of("CREATE DATABASE " + name));
        try {
            JdbcSchema.createIfMissing(database.pool(1));
            execute(database.own, statements);
            return database;
        } catch (SQLException | RuntimeException e) {
            database.close();
            throw e;
        }
    }

    /** How to log in to it. */
    public Login login() {
        return own;
    }

    /** The server's make. */
    public Server server() {
        return own.server();
    }

    /** Opens a connection to it. */
    public Connection connect() throws SQLException {
        return own.connect();
    }

    /** A new pool on it, closed with it. */
    public HikariDataSource pool(int size) {
        HikariConfig config = new HikariConfig();
        config.setMaximumPoolSize(size);
        return pool(own, config);
    }

    /** A new pool set up like this, closed with it. */
    public HikariDataSource pool(Login login, HikariConfig config) {
        config.setJdbcUrl(login.url());
        config.setUsername(login.user());
        config.setPassword(login.password());
        HikariDataSource pool = new HikariDataSource(config);
        pools.add(pool);
        return pool;
    }

    /** What the server is and how it is set up, as one text. */
    public String describe() throws SQLException {
        return text(server().describe());
    }

    /** Brings the statistics of the records up to date. */
    public void analyze() throws SQLException {
        execute(List.of(server().analyze()));
    }

    /** What the records weigh, in bytes. */
    public record Size(long rows, long indexes) {}

    /** What the records weigh, as the statistics have it. */
    public Size size() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(server().sizes())) {
            row.next();
            return new Size(row.getLong(1), row.getLong(2));
        }
    }

    /** The first column of the first row. */
    public String text(String query) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    /** The first column of the first row, as a whole number. */
    public long number(String query) throws SQLException {
        return Long.parseLong(text(query));
    }

    /** Executes the statements one after the other, each in a transaction of its own. */
    public void execute(List<String> statements) throws SQLException {
        execute(own, statements);
    }

    private static void execute(Login login, List<String> statements) throws SQLException {
        try (Connection connection = login.connect();
                Statement statement = connection.createStatement()) {
            for (String text : statements) {
                statement.execute(text);
            }
        }
    }

    @Override
    public void close() throws SQLException {
        pools.forEach(HikariDataSource::close);
        execute(server, List.of("DROP DATABASE " + name));
    }
}
