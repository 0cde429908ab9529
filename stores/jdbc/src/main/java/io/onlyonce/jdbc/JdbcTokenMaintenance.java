package io.onlyonce.jdbc;

import io.onlyonce.token.TokenMaintenance;
import java.time.Instant;
import javax.sql.DataSource;

/**
 * Clears expired tokens of {@link JdbcTokenStore} and marks of {@link JdbcUsedMarks} away, on connections of its own.
 *
 * <p>A purge deletes one batch, oldest first, found by the indexes on {@code expires_at}; it passes by rows that others hold and waits for nobody. It runs at
 * READ COMMITTED, where InnoDB locks no gaps beside the rows. Thread-safe.
 */
public final class JdbcTokenMaintenance implements TokenMaintenance {
    private final OwnConnection<TokenSql> own;
    private final PurgeInBatches<Instant> tokens = new PurgeInBatches<>();
    private final PurgeInBatches<Instant> marks = new PurgeInBatches<>();

    /** Maintenance that asks its first connection which database it has before it. */
    public JdbcTokenMaintenance(DataSource dataSource) {
        this.own = new OwnConnection<>(dataSource, SqlSource.detected(Dialect::tokens));
    }

    /** Maintenance of a database that does not tell its make, for example one that is compatible with another. */
    public JdbcTokenMaintenance(DataSource dataSource, Dialect dialect) {
        this.own = new OwnConnection<>(dataSource, SqlSource.of(Dialect::tokens, dialect));
    }

    @Override
    public int purgeExpired(int limit) {
        int deleted = tokens.delete(
                limit, (from, most) -> own.readCommitted((connection, sql) -> sql.purgeTokens(connection, from, most)));
        int left = limit - deleted;
        return left == 0
                ? limit
                : deleted
                        + marks.delete(
                                left,
                                (from, most) ->
                                        own.readCommitted((connection, sql) -> sql.purgeMarks(connection, from, most)));
    }
}
