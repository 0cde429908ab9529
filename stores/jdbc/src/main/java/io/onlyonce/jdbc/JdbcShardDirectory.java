package io.onlyonce.jdbc;

import io.onlyonce.shard.ShardDirectory;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Keeps where the rows of each route key lie in the table {@code onlyonce_shard} of one database.
 *
 * <p>A decision that was made costs one statement, a new one three; each commits by itself. The DDL is in {@code db/onlyonce-shards/postgresql}, {@code …/mariadb},
 * {@code …/mysql} and {@code …/h2} on the class path, which only the directory's database needs. Thread-safe.
 */
public final class JdbcShardDirectory implements ShardDirectory {
    private final OwnConnection<ShardSql> own;

    /**
     * A directory that asks its first connection which database it has before it.
     *
     * @param dataSource the fixed database that it is in, whatever shard a thread is bound to
     */
    public JdbcShardDirectory(DataSource dataSource) {
        this.own = new OwnConnection<>(dataSource, SqlSource.detected(Dialect::shards));
    }

    /** A directory in a database that does not tell its make, for example one that is compatible with another. */
    public JdbcShardDirectory(DataSource dataSource, Dialect dialect) {
        this.own = new OwnConnection<>(dataSource, SqlSource.of(Dialect::shards, dialect));
    }

    /**
     * Makes the table if it is missing. May run at any time.
     *
     * @throws JdbcStoreException if the database refuses
     * @throws io.onlyonce.error.StoreUnavailableException if the database cannot be reached
     */
    public static void createIfMissing(DataSource dataSource) {
        JdbcSchema.create(dataSource, Dialect::shardsDdl);
    }

    @Override
    public String decide(String routeKey, String proposed) {
        return own.statement((connection, sql) -> {
            Optional<String> before = find(connection, sql, routeKey);
            if (before.isPresent() || put(connection, sql, routeKey, proposed)) {
                return before.orElse(proposed);
            }
            return find(connection, sql, routeKey)
                    .orElseThrow(() -> new IllegalStateException(JdbcTexts.shardVanished(routeKey)));
        });
    }

    private static Optional<String> find(Connection connection, ShardSql sql, String routeKey) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql.find())) {
            sql.values().setText(statement, 1, routeKey);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.ofNullable(sql.values().text(row, 1)) : Optional.empty();
            }
        }
    }

    /** The insert decides between two that propose at once. */
    private static boolean put(Connection connection, ShardSql sql, String routeKey, String shard) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql.put())) {
            sql.values().setText(statement, 1, routeKey);
            sql.values().setText(statement, 2, shard);
            return sql.inserted(statement);
        }
    }
}
