package io.onlyonce.jdbc;

import io.onlyonce.lock.LockName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * PostgreSQL. The conflict clause locks the row before it looks at it, so the whole decision is made on its newest version. The clock goes on within the
 * statement; that is why a fence is kept for its own owner only, and whoever else gets the lock gets a new one whatever the second look at the clock says.
 */
record PostgresqlLocks(RecordSql values) implements LockSql {
    private static final String ACQUIRE = """
            INSERT INTO onlyonce_lock AS held (name, owner, fence, lease_until)
            VALUES (?, ?, 1, clock_timestamp() + ? * interval '1 microsecond')
            ON CONFLICT (name) DO UPDATE
            SET owner = excluded.owner,
                fence = CASE WHEN held.owner = excluded.owner AND held.lease_until > clock_timestamp()
                             THEN held.fence ELSE held.fence + 1 END,
                lease_until = clock_timestamp() + ? * interval '1 microsecond'
            WHERE held.owner = excluded.owner OR held.lease_until <= clock_timestamp()
            RETURNING fence
            """;

    private static final String RENEW = """
            UPDATE onlyonce_lock SET lease_until = clock_timestamp() + ? * interval '1 microsecond'
            WHERE name = ? AND owner = ? AND fence = ? AND lease_until > clock_timestamp()
            """;

    private static final String RELEASE = """
            UPDATE onlyonce_lock SET lease_until = clock_timestamp()
            WHERE name = ? AND owner = ? AND fence = ? AND lease_until > clock_timestamp()
            """;

    @Override
    public OptionalLong acquire(Connection connection, LockName name, String owner, Duration lease)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(ACQUIRE)) {
            values.setText(statement, 1, name.value());
            values.setText(statement, 2, owner);
            LockSql.setLease(statement, 3, lease);
            LockSql.setLease(statement, 4, lease);
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
