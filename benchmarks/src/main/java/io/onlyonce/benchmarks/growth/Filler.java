package io.onlyonce.benchmarks.growth;

import io.onlyonce.Fingerprint;
import io.onlyonce.benchmarks.database.BenchmarkDatabase;
import io.onlyonce.benchmarks.database.Server;
import io.onlyonce.benchmarks.design.Keys;
import io.onlyonce.benchmarks.design.Payment;
import io.onlyonce.benchmarks.report.Check;
import io.onlyonce.record.RecordKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

/** Writes completed records under the ids that the engine would give them, whose keys are UUIDs of one kind, one for each millisecond of the past. */
final class Filler {
    private static final String SCOPE = "filled";
    private static final String OPERATION = "pay";
    private static final int CHUNK = 100_000;
    private static final String ONE = "SELECT id, idempotency_key FROM onlyonce_record WHERE scope = 'filled' LIMIT 1";

    private static final String POSTGRESQL = """
            INSERT INTO onlyonce_record
                (id, scope, operation, idempotency_key, fingerprint, fence, attempt, created_at, state, completed_at, expires_at, answer)
            SELECT CAST(CASE WHEN timed THEN start || substr(digest, 13, 20) ELSE substr(digest, 1, 32) END AS uuid),
                   ?, ?, key, ?, n, 1, now(), 'D', now(), now() + interval '30 days' + n * interval '1 millisecond',
                   convert_to(rpad('paid ', ?, '.'), 'UTF8')
            FROM (
                SELECT n, timed, start, key,
                       encode(sha256(head || int4send(octet_length(key)) || convert_to(key, 'UTF8')), 'hex') AS digest
                FROM (
                    SELECT n, head, timed, start,
                           substr(start, 1, 8) || '-' || substr(start, 9, 4) || CASE WHEN timed THEN '-7' ELSE '-4' END
                               || substr(hash, 1, 3) || '-8' || substr(hash, 4, 3) || '-' || substr(hash, 7, 12) AS key
                    FROM (
                        SELECT n, head, timed, hash,
                               CASE WHEN timed THEN lpad(to_hex(since + n), 12, '0') ELSE substr(hash, 19, 12) END AS start
                        FROM (
                            SELECT n, CAST(? AS bytea) AS head, CAST(? AS boolean) AS timed, CAST(? AS bigint) AS since,
                                   md5(CAST(n AS text)) AS hash
                            FROM generate_series(CAST(? AS integer), CAST(? AS integer)) AS n
                        ) AS hashed
                    ) AS started
                ) AS named
            ) AS digested
            """;

    /** In the order of the ids, because InnoDB keeps the table in it. */
    private static final String MARIADB = """
            INSERT INTO onlyonce_record
                (id, scope, operation, idempotency_key, fingerprint, fence, attempt, created_at, state, completed_at, expires_at, answer)
            SELECT CAST(UNHEX(IF(timed, CONCAT(start, SUBSTR(digest, 13, 20)), LEFT(digest, 32))) AS BINARY(16)) AS digested,
                   ?, ?, name, ?, n, 1, UTC_TIMESTAMP(6), 'D', UTC_TIMESTAMP(6),
                   UTC_TIMESTAMP(6) + INTERVAL 30 DAY + INTERVAL (n * 1000) MICROSECOND, RPAD('paid ', ?, '.')
            FROM (
                SELECT n, timed, start, name, SHA2(CONCAT(head, UNHEX(LPAD(HEX(LENGTH(name)), 8, '0')), name), 256) AS digest
                FROM (
                    SELECT n, head, timed, start,
                           CAST(CONCAT(SUBSTR(start, 1, 8), '-', SUBSTR(start, 9, 4), IF(timed, '-7', '-4'), SUBSTR(hash, 1, 3),
                                       '-8', SUBSTR(hash, 4, 3), '-', SUBSTR(hash, 7, 12)) AS BINARY) AS name
                    FROM (
                        SELECT n, head, timed, hash, IF(timed, LOWER(LPAD(HEX(since + n), 12, '0')), SUBSTR(hash, 19, 12)) AS start
                        FROM (
                            SELECT first + seq AS n, head, timed, since, MD5(first + seq) AS hash
                            FROM (SELECT ? AS head, ? AS timed, ? AS since, ? AS first, ? AS last) AS given
                            JOIN seq_0_to_99999 ON seq <= last - first
                        ) AS hashed
                    ) AS started
                ) AS named
            ) AS digests
            ORDER BY digested
            """;

    private final BenchmarkDatabase database;
    private final Keys keys;
    private final long since;
    private int filled;

    /**
     * @param most how many there will be at most
     */
    Filler(BenchmarkDatabase database, Keys keys, int most) {
        this.database = database;
        this.keys = keys;
        this.since = System.currentTimeMillis() - most;
    }

    /** Writes until there are so many. */
    void fillTo(int count) throws SQLException {
        String sql = database.server() == Server.POSTGRESQL ? POSTGRESQL : MARIADB;
        try (Connection connection = database.connect();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (; filled < count; filled = Math.min(count, filled + CHUNK)) {
                statement.setString(1, SCOPE);
                statement.setString(2, OPERATION);
                statement.setBytes(3, Fingerprint.of().bytes());
                statement.setInt(4, Payment.ANSWER_LENGTH);
                statement.setBytes(5, head());
                statement.setBoolean(6, keys == Keys.UUIDV7);
                statement.setLong(7, since);
                statement.setInt(8, filled + 1);
                statement.setInt(9, Math.min(count, filled + CHUNK));
                statement.executeUpdate();
            }
        }
        database.analyze();
    }

    /** What the digest of an id has before the key: scope and operation, each behind its length. */
    private static byte[] head() {
        byte[] scope = SCOPE.getBytes(StandardCharsets.UTF_8);
        byte[] operation = OPERATION.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(2 * Integer.BYTES + scope.length + operation.length)
                .putInt(scope.length)
                .put(scope)
                .putInt(operation.length)
                .put(operation)
                .array();
    }

    /** Whether a written record lies where the engine would look for it. */
    Check check() throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(ONE)) {
            row.next();
            String key = row.getString(2);
            UUID due = new RecordKey(SCOPE, OPERATION, key).id().toUuid();
            UUID found = database.server() == Server.POSTGRESQL ? row.getObject(1, UUID.class) : uuid(row.getBytes(1));
            return new Check(
                    keys + ": the records lie where they are looked for", due.equals(found), key + " under " + found);
        }
    }

    private static UUID uuid(byte[] bytes) {
        ByteBuffer both = ByteBuffer.wrap(bytes);
        return new UUID(both.getLong(), both.getLong());
    }
}
