package io.onlyonce.jdbc;

import io.onlyonce.lock.LockName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * MariaDB and MySQL.
 *
 * <p>One INSERT decides. Its row count means something else with each setting of the driver, so it is not looked at: the row names its owner, and no two
 * attempts have the same. The fence is read by a second statement, which decides nothing. Both commit by themselves: a process that stands still between them
 * holds no row. The assignments are made from left to right, each seeing those before it; {@code UTC_TIMESTAMP} stands still within a statement.
 */
record InnodbLocks(RecordSql values) implements LockSql {
    private static final String ACQUIRE = """
            INSERT INTO onlyonce_lock (name, owner, fence, lease_until)
            VALUES (?, ?, 1, TIMESTAMPADD(MICROSECOND, ?, UTC_TIMESTAMP(6)))
            ON DUPLICATE KEY UPDATE
                fence = IF(lease_until <= UTC_TIMESTAMP(6), fence + 1, fence),
                owner = IF(lease_until <= UTC_TIMESTAMP(6), ?, owner),
                lease_until = IF(owner = ?, TIMESTAMPADD(MICROSECOND, ?, UTC_TIMESTAMP(6)), lease_until)
            """;

    /** A locking read, which sees the newest row, and which no proxy sends to a replica. */
    private static final String FENCE = """
            SELECT fence FROM onlyonce_lock WHERE name = ? AND owner = ? LOCK IN SHARE MODE
            """;

    private static final String RENEW = """
            UPDATE onlyonce_lock SET lease_until = TIMESTAMPADD(MICROSECOND, ?, UTC_TIMESTAMP(6))
            WHERE name = ? AND owner = ? AND fence = ? AND lease_until > UTC_TIMESTAMP(6)
            """;

    private static final String RELEASE = """
            UPDATE onlyonce_lock SET lease_until = UTC_TIMESTAMP(6)
            WHERE name = ? AND owner = ? AND fence = ? AND lease_until > UTC_TIMESTAMP(6)
            """;

    @Override
    public OptionalLong acquire(Connection connection, LockName name, String owner, Duration lease)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(ACQUIRE)) {
            values.setText(statement, 1, name.value());
            values.setText(statement, 2, owner);
            LockSql.setLease(statement, 3, lease);
            values.setText(statement, 4, owner);
            values.setText(statement, 5, owner);
            LockSql.setLease(statement, 6, lease);
            statement.executeUpdate();
        }
        try (PreparedStatement statement = connection.prepareStatement(FENCE)) {
            values.setText(statement, 1, name.value());
            values.setText(statement, 2, owner);
            return LockSql.fence(statement);
        }
    }

    @Override
    public String renew() {
        return RENEW;
    }

    @Override
    public String release() {
        return RELEASE;
    }
}
