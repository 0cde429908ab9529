package io.onlyonce.benchmarks.purge;

import com.zaxxer.hikari.HikariDataSource;
import io.onlyonce.Fingerprint;
import io.onlyonce.benchmarks.database.BenchmarkDatabase;
import io.onlyonce.benchmarks.database.Login;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/** A database with records to purge and a business table; dropped when it is closed. */
final class PurgeDatabase implements AutoCloseable {
    /** As many rows as one statement writes. */
    private static final int CHUNK = 100_000;

    private static final String EFFECTS = "SELECT idempotency_key, COUNT(*) FROM effect GROUP BY idempotency_key";

    private final BenchmarkDatabase database;
    private final Sql sql;

    private PurgeDatabase(BenchmarkDatabase database, Sql sql) {
        this.database = database;
        this.sql = sql;
    }

    static PurgeDatabase create(Login server) throws SQLException {
        Sql sql = Sql.of(server.server());
        return new PurgeDatabase(BenchmarkDatabase.create(server, List.of(sql.createEffects())), sql);
    }

    HikariDataSource pool(int size) {
        return database.pool(size);
    }

    /** Writes completed records numbered from 1. */
    void fill(String prefix, int hours, int count) throws SQLException {
        try (Connection connection = database.connect();
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
        database.analyze();
    }

    void vacuum() throws SQLException {
        database.execute(sql.vacuum());
    }

    /** Opens a transaction that goes on reading what is committed now: a long report, or a backup. */
    Connection oldSnapshot() throws SQLException {
        Connection connection = database.connect();
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT COUNT(*) FROM onlyonce_schema");
        }
        return connection;
    }

    String describe() throws SQLException {
        return database.describe();
    }

    long countExpired() throws SQLException {
        return database.number(sql.countExpired());
    }

    long countRecords() throws SQLException {
        return database.number("SELECT COUNT(*) FROM onlyonce_record");
    }

    long countClaims() throws SQLException {
        return database.number("SELECT COUNT(*) FROM onlyonce_record WHERE state = 'C'");
    }

    /** How many there are, and a hash of them all. */
    record Digest(long count, @Nullable BigDecimal hash) {}

    Digest digestOfLive() throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql.digestOfLive())) {
            row.next();
            return new Digest(row.getLong(1), row.getBigDecimal(2));
        }
    }

    /** What the table weighs. */
    record Size(long rowBytes, long indexBytes, long oldVersions) {}

    Size size() throws SQLException {
        database.analyze(); // counts the old versions as well; what sessions report of them comes late
        long oldVersions = database.number(sql.oldVersions());
        BenchmarkDatabase.Size size = database.size();
        return new Size(size.rows(), size.indexes(), oldVersions);
    }

    /** Tells each key that has effects, and how many. */
    void effects(ObjLongConsumer<String> consumer) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(EFFECTS)) {
            while (rows.next()) {
                consumer.accept(rows.getString(1), rows.getLong(2));
            }
        }
    }

    @Override
    public void close() throws SQLException {
        database.close();
    }
}
