package io.onlyonce.jdbc;

import io.onlyonce.lock.Grant;
import io.onlyonce.lock.LockName;
import io.onlyonce.lock.LockProvider;
import io.onlyonce.record.Fence;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import javax.sql.DataSource;

/**
 * Grants locks by rows of the table {@code onlyonce_lock}.
 *
 * <p>No lock of the database's own is held while the work runs, neither a row's nor a session's: a grant is a row that says who has the lock until when, by the
 * database's clock to the microsecond. So nothing leaks through a connection pool, and a proxy that shares sessions between clients does no harm. Each verb
 * takes a connection of its own for a moment and commits by itself, also where the caller's transaction is open. A renewal needs one too while the work holds
 * its own: give the pool more connections than there are holders.
 *
 * <p>A row is never deleted, because the fences of its name must rise for ever. So name what is locked after something that is there once, not after each
 * request.
 *
 * <p>Thread-safe. All connections must lead to one database, not to its replicas.
 */
public final class JdbcLockProvider implements LockProvider {
    private final OwnConnection<LockSql> own;

    /** A provider that asks its first connection which database it has before it. */
    public JdbcLockProvider(DataSource dataSource) {
        this.own = new OwnConnection<>(dataSource, SqlSource.detected(Dialect::locks));
    }

    /** A provider for a database that does not tell its make, for example one that is compatible with another. */
    public JdbcLockProvider(DataSource dataSource, Dialect dialect) {
        this.own = new OwnConnection<>(dataSource, SqlSource.of(Dialect::locks, dialect));
    }

    @Override
    public Optional<Grant> tryAcquire(LockName name, String owner, Duration lease) {
        return own.statement((connection, sql) -> {
            OptionalLong fence = sql.acquire(connection, name, owner, lease);
            return fence.isPresent()
                    ? Optional.of(new Grant(name, owner, new Fence(fence.getAsLong())))
                    : Optional.empty();
        });
    }

    @Override
    public boolean renew(Grant grant, Duration lease) {
        return own.statement((connection, sql) -> {
            try (PreparedStatement statement = connection.prepareStatement(sql.renew())) {
                LockSql.setLease(statement, 1, lease);
                return changed(sql, statement, 2, grant);
            }
        });
    }

    @Override
    public boolean release(Grant grant) {
        return own.statement((connection, sql) -> {
            try (PreparedStatement statement = connection.prepareStatement(sql.release())) {
                return changed(sql, statement, 1, grant);
            }
        });
    }

    /** Binds name, owner and fence from this parameter on, and says whether the statement met the grant's row; more than one cannot be. */
    private static boolean changed(LockSql sql, PreparedStatement statement, int first, Grant grant)
            throws SQLException {
        sql.values().setText(statement, first, grant.name().value());
        sql.values().setText(statement, first + 1, grant.owner());
        statement.setLong(first + 2, grant.fence().number());
        int rows = statement.executeUpdate();
        if (rows > 1) {
            throw new IllegalStateException(JdbcTexts.tooManyLocks(grant.name(), rows));
        }
        return rows == 1;
    }
}
