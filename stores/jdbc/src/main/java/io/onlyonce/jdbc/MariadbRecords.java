package io.onlyonce.jdbc;

import io.onlyonce.record.Completion;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * MariaDB, through either driver. The wait is bounded by SET STATEMENT, which holds for that one statement and costs no round trip; its seconds must be a
 * literal, so there is one text for each patience in use.
 */
final class MariadbRecords extends InnodbRecords {
    private static final String SECONDS = ":seconds";

    private static final String INSERT = """
            SET STATEMENT innodb_lock_wait_timeout = :seconds FOR
            INSERT INTO onlyonce_record
                (id, scope, operation, idempotency_key, fingerprint, fence, attempt, created_at, state,
                 lease_until, expires_at)
            VALUES (?, ?, ?, ?, ?, ?, 1, UTC_TIMESTAMP(6), 'C',
                    TIMESTAMPADD(MICROSECOND, ?, UTC_TIMESTAMP(6)), TIMESTAMPADD(MICROSECOND, ?, UTC_TIMESTAMP(6)))
            """;

    private static final String RECORD = """
            SET STATEMENT innodb_lock_wait_timeout = :seconds FOR
            INSERT INTO onlyonce_record
                (id, scope, operation, idempotency_key, fingerprint, fence, attempt, created_at, state,
                 completed_at, expires_at, refusal_code, answer)
            VALUES (?, ?, ?, ?, ?, ?, 1, UTC_TIMESTAMP(6), ?,
                    UTC_TIMESTAMP(6), TIMESTAMPADD(MICROSECOND, ?, UTC_TIMESTAMP(6)), ?, ?)
            """;

    private static final String REPLACE_EXPIRED = """
            SET STATEMENT innodb_lock_wait_timeout = :seconds FOR
            UPDATE onlyonce_record
            SET fingerprint = ?, fence = ?, attempt = 1, created_at = UTC_TIMESTAMP(6), state = 'C',
                lease_until = TIMESTAMPADD(MICROSECOND, ?, UTC_TIMESTAMP(6)),
                expires_at = TIMESTAMPADD(MICROSECOND, ?, UTC_TIMESTAMP(6)),
                completed_at = NULL, refusal_code = NULL, answer = NULL
            WHERE id = ? AND state <> 'C' AND expires_at <= UTC_TIMESTAMP(6)
            """;

    private static final String NEXT_FENCE = "SELECT NEXT VALUE FOR onlyonce_fence";

    private final ConcurrentMap<Integer, String> inserts = new ConcurrentHashMap<>();
    private final ConcurrentMap<Integer, String> records = new ConcurrentHashMap<>();
    private final ConcurrentMap<Integer, String> replacements = new ConcurrentHashMap<>();

    @Override
    public boolean insert(Connection connection, NewClaim claim) throws SQLException {
        String sql = inserts.computeIfAbsent(seconds(claim.patience()), MariadbRecords::insertWithin);
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            setClaim(statement, 1, claim);
            return inserted(statement);
        }
    }

    @Override
    public boolean record(Connection connection, NewClaim claim, Completion completion) throws SQLException {
        String sql = records.computeIfAbsent(seconds(claim.patience()), MariadbRecords::recordWithin);
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            setRecord(statement, 1, claim, completion);
            return inserted(statement);
        }
    }

    @Override
    public boolean replaceExpired(Connection connection, NewClaim claim) throws SQLException {
        String sql = replacements.computeIfAbsent(seconds(claim.patience()), MariadbRecords::replaceWithin);
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            setReplacement(statement, 1, claim);
            return statement.executeUpdate() == 1;
        }
    }

    private static String insertWithin(int seconds) {
        return INSERT.replace(SECONDS, Integer.toString(seconds));
    }

    private static String recordWithin(int seconds) {
        return RECORD.replace(SECONDS, Integer.toString(seconds));
    }

    private static String replaceWithin(int seconds) {
        return REPLACE_EXPIRED.replace(SECONDS, Integer.toString(seconds));
    }

    @Override
    public long nextFence(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(NEXT_FENCE);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }
}
