package io.onlyonce.jdbc;

import io.onlyonce.lock.LockName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * H2, in any compatibility mode. A guarded UPDATE decides where the row is there, the primary key where it is not; what the UPDATE did not change and the
 * INSERT finds there is held by somebody else.
 */
record H2Locks(RecordSql values) implements LockSql {
    private static final String TAKE = """
            UPDATE onlyonce_lock
            SET fence = CASE WHEN owner = ? AND lease_until > CURRENT_TIMESTAMP THEN fence ELSE fence + 1 END,
                owner = ?, lease_until = DATEADD(MICROSECOND, ?, CURRENT_TIMESTAMP)
            WHERE name = ? AND (owner = ? OR lease_until <= CURRENT_TIMESTAMP)
            """;

    private static final String INSERT = """
            INSERT INTO onlyonce_lock (name, owner, fence, lease_until)
            VALUES (?, ?, 1, DATEADD(MICROSECOND, ?, CURRENT_TIMESTAMP))
            """;

    private static final String FENCE = """
            SELECT fence FROM onlyonce_lock WHERE name = ? AND owner = ?
            """;

    private static final String RENEW = """
            UPDATE onlyonce_lock SET lease_until = DATEADD(MICROSECOND, ?, CURRENT_TIMESTAMP)
            WHERE name = ? AND owner = ? AND fence = ? AND lease_until > CURRENT_TIMESTAMP
            """;

    private static final String RELEASE = """
            UPDATE onlyonce_lock SET lease_until = CURRENT_TIMESTAMP
            WHERE name = ? AND owner = ? AND fence = ? AND lease_until > CURRENT_TIMESTAMP
            """;

    @Override
    public OptionalLong acquire(Connection connection, LockName name, String owner, Duration lease)
            throws SQLException {
        if (!taken(connection, name, owner, lease) && !inserted(connection, name, owner, lease)) {
            return OptionalLong.empty();
        }
        try (PreparedStatement statement = connection.prepareStatement(FENCE)) {
            values.setText(statement, 1, name.value());
            values.setText(statement, 2, owner);
            return LockSql.fence(statement);
        }
    }

    private boolean taken(Connection connection, LockName name, String owner, Duration lease) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(TAKE)) {
            values.setText(statement, 1, owner);
            values.setText(statement, 2, owner);
            LockSql.setLease(statement, 3, lease);
            values.setText(statement, 4, name.value());
            values.setText(statement, 5, owner);
            return statement.executeUpdate() == 1;
        }
    }

    private boolean inserted(Connection connection, LockName name, String owner, Duration lease) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
            values.setText(statement, 1, name.value());
            values.setText(statement, 2, owner);
            LockSql.setLease(statement, 3, lease);
            return H2Records.inserted(statement);
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
