package io.onlyonce.jdbc;

import io.onlyonce.record.Completion;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * MySQL 8. It has neither SET STATEMENT nor a hint for the lock wait, so the wait is bounded by the driver's query time-out: no further round trip, at least a
 * second, and a second connection of the driver's own only when the time is over. It has no sequences either; see its DDL.
 */
final class MysqlRecords extends InnodbRecords {
    private static final String INSERT = """
            INSERT INTO onlyonce_record
                (id, scope, operation, idempotency_key, fingerprint, fence, attempt, created_at, state,
                 lease_until, expires_at)
            VALUES (?, ?, ?, ?, ?, ?, 1, UTC_TIMESTAMP(6), 'C',
                    TIMESTAMPADD(MICROSECOND, ?, UTC_TIMESTAMP(6)), TIMESTAMPADD(MICROSECOND, ?, UTC_TIMESTAMP(6)))
            """;

    private static final String RECORD = """
            INSERT INTO onlyonce_record
                (id, scope, operation, idempotency_key, fingerprint, fence, attempt, created_at, state,
                 completed_at, expires_at, refusal_code, answer)
            VALUES (?, ?, ?, ?, ?, ?, 1, UTC_TIMESTAMP(6), ?,
                    UTC_TIMESTAMP(6), TIMESTAMPADD(MICROSECOND, ?, UTC_TIMESTAMP(6)), ?, ?)
            """;

    private static final String REPLACE_EXPIRED = """
            UPDATE onlyonce_record
            SET fingerprint = ?, fence = ?, attempt = 1, created_at = UTC_TIMESTAMP(6), state = 'C',
                lease_until = TIMESTAMPADD(MICROSECOND, ?, UTC_TIMESTAMP(6)),
                expires_at = TIMESTAMPADD(MICROSECOND, ?, UTC_TIMESTAMP(6)),
                completed_at = NULL, refusal_code = NULL, answer = NULL
            WHERE id = ? AND state <> 'C' AND expires_at <= UTC_TIMESTAMP(6)
            """;

    private static final String NEXT_FENCE = "INSERT INTO onlyonce_fence () VALUES ()";

    private static final String FORGET_FENCE = "DELETE FROM onlyonce_fence WHERE number = ?";

    @Override
    public boolean insert(Connection connection, NewClaim claim) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
            statement.setQueryTimeout(Math.max(1, seconds(claim.patience())));
            setClaim(statement, 1, claim);
            return inserted(statement);
        }
    }

    @Override
    public boolean record(Connection connection, NewClaim claim, Completion completion) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(RECORD)) {
            statement.setQueryTimeout(Math.max(1, seconds(claim.patience())));
            setRecord(statement, 1, claim, completion);
            return inserted(statement);
        }
    }

    @Override
    public boolean replaceExpired(Connection connection, NewClaim claim) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(REPLACE_EXPIRED)) {
            statement.setQueryTimeout(Math.max(1, seconds(claim.patience())));
            setReplacement(statement, 1, claim);
            return statement.executeUpdate() == 1;
        }
    }

    @Override
    public long nextFence(Connection connection) throws SQLException {
        long number;
        try (PreparedStatement insert = connection.prepareStatement(NEXT_FENCE, Statement.RETURN_GENERATED_KEYS)) {
            insert.executeUpdate();
            try (ResultSet key = insert.getGeneratedKeys()) {
                key.next();
                number = key.getLong(1);
            }
        }
        try (PreparedStatement delete = connection.prepareStatement(FORGET_FENCE)) {
            delete.setLong(1, number);
            delete.executeUpdate();
        }
        return number;
    }
}
