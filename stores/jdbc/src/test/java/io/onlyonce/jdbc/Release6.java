package io.onlyonce.jdbc;

import io.onlyonce.Call;
import io.onlyonce.record.RecordKey;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * An instance of the release whose tables have version 6: its statements as they were, to stay as they are. When a release comes with another version, its predecessor takes this
 * one's place.
 */
final class Release6 {
    private static final String POSTGRESQL_INSERT = """
            INSERT INTO onlyonce_record
                (id, scope, operation, idempotency_key, fingerprint, fence, attempt, created_at, state, lease_until)
            SELECT ?, ?, ?, ?, ?, ?, 1, clock_timestamp(), 'C', clock_timestamp() + NULL * interval '1 microsecond'
            ON CONFLICT (id) DO NOTHING
            """;

    private static final String POSTGRESQL_COMPLETE = """
            UPDATE onlyonce_record
            SET state = 'D', refusal_code = NULL, answer = ?, lease_until = NULL,
                completed_at = clock_timestamp(), expires_at = clock_timestamp() + 86400000000 * interval '1 microsecond'
            WHERE id = ? AND fence = ? AND state = 'C'
            """;

    private static final String POSTGRESQL_REPLACE = """
            UPDATE onlyonce_record
            SET fingerprint = ?, fence = ?, attempt = 1, created_at = clock_timestamp(), state = 'C',
                lease_until = clock_timestamp() + NULL * interval '1 microsecond',
                completed_at = NULL, expires_at = NULL, refusal_code = NULL, answer = NULL
            WHERE id = ? AND expires_at <= clock_timestamp()
            """;

    private static final String POSTGRESQL_WINNER = """
            SELECT answer, expires_at <= clock_timestamp() FROM onlyonce_record WHERE id = ?
            """;

    private static final String POSTGRESQL_PURGE = """
            WITH gone AS MATERIALIZED (
                SELECT id, expires_at FROM onlyonce_record
                WHERE expires_at >= '-infinity' AND expires_at <= now()
                ORDER BY expires_at
                LIMIT 500
                FOR UPDATE SKIP LOCKED
            )
            DELETE FROM onlyonce_record USING gone WHERE onlyonce_record.id = gone.id
            """;

    private static final String INNODB_INSERT = """
            SET STATEMENT innodb_lock_wait_timeout = 20 FOR
            INSERT INTO onlyonce_record
                (id, scope, operation, idempotency_key, fingerprint, fence, attempt, created_at, state, lease_until)
            VALUES (?, ?, ?, ?, ?, ?, 1, UTC_TIMESTAMP(6), 'C', TIMESTAMPADD(MICROSECOND, NULL, UTC_TIMESTAMP(6)))
            """;

    private static final String INNODB_COMPLETE = """
            UPDATE onlyonce_record
            SET state = 'D', refusal_code = NULL, answer = ?, lease_until = NULL,
                completed_at = UTC_TIMESTAMP(6),
                expires_at = TIMESTAMPADD(MICROSECOND, 86400000000, UTC_TIMESTAMP(6))
            WHERE id = ? AND fence = ? AND state = 'C'
            """;

    private static final String INNODB_REPLACE = """
            SET STATEMENT innodb_lock_wait_timeout = 20 FOR
            UPDATE onlyonce_record
            SET fingerprint = ?, fence = ?, attempt = 1, created_at = UTC_TIMESTAMP(6), state = 'C',
                lease_until = TIMESTAMPADD(MICROSECOND, NULL, UTC_TIMESTAMP(6)),
                completed_at = NULL, expires_at = NULL, refusal_code = NULL, answer = NULL
            WHERE id = ? AND expires_at <= UTC_TIMESTAMP(6)
            """;

    private static final String INNODB_WINNER = """
            SELECT answer, expires_at <= UTC_TIMESTAMP(6) FROM onlyonce_record WHERE id = ? LOCK IN SHARE MODE
            """;

    private static final String INNODB_EXPIRED = """
            SELECT id, expires_at FROM onlyonce_record
            WHERE expires_at >= '1970-01-01' AND expires_at <= UTC_TIMESTAMP(6)
            ORDER BY expires_at
            LIMIT 500
            FOR UPDATE SKIP LOCKED
            """;

    private static final String INNODB_DELETE = "DELETE FROM onlyonce_record WHERE id = ?";

    private static final String H2_INSERT = """
            INSERT INTO onlyonce_record
                (id, scope, operation, idempotency_key, fingerprint, fence, attempt, created_at, state, lease_until)
            VALUES (?, ?, ?, ?, ?, ?, 1, CURRENT_TIMESTAMP, 'C', NULL)
            """;

    private static final String H2_COMPLETE = """
            UPDATE onlyonce_record
            SET state = 'D', refusal_code = NULL, answer = ?, lease_until = NULL,
                completed_at = CURRENT_TIMESTAMP, expires_at = DATEADD('DAY', 1, CURRENT_TIMESTAMP)
            WHERE id = ? AND fence = ? AND state = 'C'
            """;

    private static final String H2_REPLACE = """
            UPDATE onlyonce_record
            SET fingerprint = ?, fence = ?, attempt = 1, created_at = CURRENT_TIMESTAMP, state = 'C', lease_until = NULL,
                completed_at = NULL, expires_at = NULL, refusal_code = NULL, answer = NULL
            WHERE id = ? AND expires_at <= CURRENT_TIMESTAMP
            """;

    private static final String H2_WINNER = """
            SELECT answer, expires_at <= CURRENT_TIMESTAMP FROM onlyonce_record WHERE id = ?
            """;

    private static final String H2_PURGE = """
            DELETE FROM onlyonce_record WHERE id IN (
                SELECT id FROM onlyonce_record
                WHERE expires_at <= CURRENT_TIMESTAMP
                FETCH FIRST 500 ROWS ONLY
                FOR UPDATE SKIP LOCKED)
            """;

    private record Words(String insert, String replace, String complete, String winner, String purge) {
        /** On InnoDB in two steps. */
        boolean purgesById() {
            return purge.equals(INNODB_EXPIRED);
        }
    }

    private final DataSource dataSource;
    private final RecordSql values;
    private final Words words;

    private Release6(DataSource dataSource, RecordSql values, Words words) {
        this.dataSource = dataSource;
        this.values = values;
        this.words = words;
    }

    static Release6 on(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            Dialect dialect = Dialect.of(connection);
            Words words =
                    switch (dialect) {
                        case POSTGRESQL ->
                            new Words(
                                    POSTGRESQL_INSERT,
                                    POSTGRESQL_REPLACE,
                                    POSTGRESQL_COMPLETE,
                                    POSTGRESQL_WINNER,
                                    POSTGRESQL_PURGE);
                        case MARIADB ->
                            new Words(INNODB_INSERT, INNODB_REPLACE, INNODB_COMPLETE, INNODB_WINNER, INNODB_EXPIRED);
                        case H2 -> new Words(H2_INSERT, H2_REPLACE, H2_COMPLETE, H2_WINNER, H2_PURGE);
                        case MYSQL -> throw new IllegalStateException("not among the suite's databases");
                    };
            return new Release6(dataSource, dialect.records(), words);
        }
    }

    /** As {@link Node#pay}: one effect of this name, and the first answer for all. */
    String pay(String name) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            connection.setAutoCommit(false);
            try {
                String answer = pay(connection, name);
                connection.commit();
                return answer;
            } finally {
                connection.rollback();
                connection.setAutoCommit(true);
            }
        }
    }

    private String pay(Connection connection, String name) throws SQLException {
        RecordKey key = Node.key(name);
        long fence = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
        if (!inserted(connection, key, fence)) {
            String winner = winner(connection, key);
            if (winner != null) {
                return winner;
            }
            replace(connection, key, fence);
        }
        Tables.effect(connection, name);
        String answer = "paid " + name;
        try (PreparedStatement complete = connection.prepareStatement(words.complete)) {
            complete.setBytes(1, answer.getBytes(StandardCharsets.UTF_8));
            values.setId(complete, 2, key.id());
            complete.setLong(3, fence);
            if (complete.executeUpdate() != 1) {
                throw new IllegalStateException("The claim is not there.");
            }
        }
        return answer;
    }

    private boolean inserted(Connection connection, RecordKey key, long fence) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(words.insert)) {
            values.setId(insert, 1, key.id());
            values.setText(insert, 2, key.scope());
            values.setText(insert, 3, key.operation());
            values.setText(insert, 4, key.key());
            insert.setBytes(5, Call.of("shop", key.key()).fingerprint().bytes());
            insert.setLong(6, fence);
            return insert.executeUpdate() == 1;
        } catch (SQLException e) {
            if (UniqueViolations.isOf(e, "PRIMARY")) {
                return false;
            }
            throw e;
        }
    }

    /** The answer that lasts; null = it has expired. */
    private @Nullable String winner(Connection connection, RecordKey key) throws SQLException {
        try (PreparedStatement winner = connection.prepareStatement(words.winner)) {
            values.setId(winner, 1, key.id());
            try (ResultSet row = winner.executeQuery()) {
                row.next();
                return row.getBoolean(2) ? null : new String(row.getBytes(1), StandardCharsets.UTF_8);
            }
        }
    }

    private void replace(Connection connection, RecordKey key, long fence) throws SQLException {
        try (PreparedStatement replace = connection.prepareStatement(words.replace)) {
            replace.setBytes(1, Call.of("shop", key.key()).fingerprint().bytes());
            replace.setLong(2, fence);
            values.setId(replace, 3, key.id());
            if (replace.executeUpdate() != 1) {
                throw new IllegalStateException("The expired record is not there.");
            }
        }
    }

    int purge() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement purge = connection.prepareStatement(words.purge)) {
            return words.purgesById() ? purgeById(connection, purge) : purge.executeUpdate();
        }
    }

    private static int purgeById(Connection connection, PreparedStatement expired) throws SQLException {
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        connection.setAutoCommit(false);
        int deleted = 0;
        try (ResultSet rows = expired.executeQuery();
                PreparedStatement delete = connection.prepareStatement(INNODB_DELETE)) {
            while (rows.next()) {
                delete.setBytes(1, rows.getBytes(1));
                deleted += delete.executeUpdate();
            }
        }
        connection.commit();
        connection.setAutoCommit(true);
        return deleted;
    }
}
