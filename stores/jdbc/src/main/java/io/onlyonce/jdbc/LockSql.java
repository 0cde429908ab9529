package io.onlyonce.jdbc;

import io.onlyonce.lock.LockName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.OptionalLong;

/** The statements on {@code onlyonce_lock} in one database's words, each whole. All connections are in auto-commit. Durations are in microseconds. */
interface LockSql {
    /**
     * Takes the lock if nobody holds it. An owner that holds it keeps its fence, anybody else gets the next one.
     *
     * @return the fence; empty if somebody else holds it
     */
    OptionalLong acquire(Connection connection, LockName name, String owner, Duration lease) throws SQLException;

    /** Lease, name, owner, fence. */
    String renew();

    /** Name, owner, fence. */
    String release();

    /** How this database takes texts. */
    RecordSql values();

    /** Binds a lease, whose end is counted by the database from its own now. */
    static void setLease(PreparedStatement statement, int parameter, Duration lease) throws SQLException {
        statement.setLong(parameter, lease.toNanos() / 1000);
    }

    /** The number in the row that the statement gives; empty if it gives none. */
    static OptionalLong fence(PreparedStatement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery()) {
            return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
        }
    }
}
