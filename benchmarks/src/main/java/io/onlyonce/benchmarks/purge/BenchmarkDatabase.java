package io.onlyonce.benchmarks.purge;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.onlyonce.Fingerprint;
import io.onlyonce.jdbc.JdbcSchema;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.ObjLongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A database of the benchmark's own with OnlyOnce's tables and a business table; dropped when it is closed. */
final class BenchmarkDatabase implements AutoCloseable {
    private static final Pattern URL = Pattern.compile("(jdbc:[a-z]+://[^/?]+/)([^?]*)(.*)");

    /** As many rows as one statement writes. */
    private static final int CHUNK = 100_000;

    private static final String EFFECTS = "SELECT idempotency_key, COUNT(*) FROM effect GROUP BY idempotency_key";

    private final Login server;
    private final Login own;
    private final String name;
    private final Sql sql;
    private final List<HikariDataSource> pools = new ArrayList<>();

    /** Where to log in, and as whom. */
    record Login(String url, String user, String password) {
        Connection connect() throws SQLException {
            return DriverManager.getConnection(url, user, password);
        }

        Login database(String name) {
            Matcher parts = URL.matcher(url);
            if (!parts.matches()) {
                throw new IllegalArgumentException(
                        "The URL \"" + url + "\" is not of the form jdbc:<kind>://<host>:<port>/<database>.");
            }
            return new Login(parts.group(1) + name + parts.group(3), user, password);
        }

        @Override
        public String toString() { // without the password
            return url + " as " + user;
        }
    }

    private BenchmarkDatabase(Login server, String name, Sql sql) {
        this.server = server;
        this.own = server.database(name);
        this.name = name;
        this.sql = sql;
    }

    static BenchmarkDatabase create(Login server) throws SQLException {
        Sql sql = Sql.of(server.url());
        String name = "onlyonce_benchmark_" + UUID.randomUUID().toString().substring(0, 8);
        BenchmarkDatabase database = new BenchmarkDatabase(server, name, sql);
        execute(server, List.of(sql.createDatabase(name)));
        try {
            JdbcSchema.createIfMissing(database.pool(1));
            execute(database.own, List.of(sql.createEffects()));
            return database;
        } catch (SQLException | RuntimeException e) {
            database.close();
            throw e;
        }
    }

    /** A new pool on it, closed with it. */
    HikariDataSource pool(int size) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(own.url());
        config.setUsername(own.user());
        config.setPassword(own.password());
        config.setMaximumPoolSize(size);
        HikariDataSource pool = new HikariDataSource(config);
        pools.add(pool);
        return pool;
    }

    /** Writes completed records numbered from 1. */
    void fill(String prefix, int hours, int count) throws SQLException {
        try (Connection connection = own.connect();
                PreparedStatement statement = connection.prepareStatement(sql.fill())) {
            for (int first = 1; first <= count; first += CHUNK) {
                statement.setString(1, Workload.SCOPE);
                statement.setString(2, Workload.PAY.name());
                statement.setBytes(3, Fingerprint.of().bytes());
                statement.setInt(4, Workload.ANSWER_LENGTH);
                statement.setBytes(5, Workload.head());
                statement.setString(6, prefix);
                statement.setInt(7, hours);
                statement.setInt(8, first);
                statement.setInt(9, Math.min(count, first + CHUNK - 1));
                statement.executeUpdate();
            }
        }
        execute(own, sql.analyze());
    }

    void vacuum() throws SQLException {
        execute(own, sql.vacuum());
    }

    /** Opens a transaction that goes on reading what is committed now: a long report, or a backup. */
    Connection oldSnapshot() throws SQLException {
        Connection connection = own.connect();
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT COUNT(*) FROM onlyonce_schema");
        }
        return connection;
    }

    String describe() throws SQLException {
        return first(sql.describe());
    }

    long countExpired() throws SQLException {
        return Long.parseLong(first(sql.countExpired()));
    }

    long countRecords() throws SQLException {
        return Long.parseLong(first("SELECT COUNT(*) FROM onlyonce_record"));
    }

    long countClaims() throws SQLException {
        return Long.parseLong(first("SELECT COUNT(*) FROM onlyonce_record WHERE state = 'C'"));
    }

    /** How many there are, and a hash of them all. */
    record Digest(long count, @Nullable BigDecimal hash) {}

    Digest digestOfLive() throws SQLException {
        try (Connection connection = own.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql.digestOfLive())) {
            row.next();
            return new Digest(row.getLong(1), row.getBigDecimal(2));
        }
    }

    /** What the table weighs. */
    record Size(long rowBytes, long indexBytes, long oldVersions) {}

    Size size() throws SQLException {
        execute(own, sql.analyze()); // counts the old versions as well; what sessions report of them comes late
        long oldVersions = Long.parseLong(first(sql.oldVersions()));
        try (Connection connection = own.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql.sizes())) {
            row.next();
            return new Size(row.getLong(1), row.getLong(2), oldVersions);
        }
    }

    /** Tells each key that has effects, and how many. */
    void effects(ObjLongConsumer<String> consumer) throws SQLException {
        try (Connection connection = own.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(EFFECTS)) {
            while (rows.next()) {
                consumer.accept(rows.getString(1), rows.getLong(2));
            }
        }
    }

    private String first(String query) throws SQLException {
        try (Connection connection = own.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
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
        execute(server, List.of(sql.dropDatabase(name)));
    }
}
