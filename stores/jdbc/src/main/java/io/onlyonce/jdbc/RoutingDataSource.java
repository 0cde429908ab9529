package io.onlyonce.jdbc;

import io.onlyonce.error.MisuseException;
import io.onlyonce.shard.ShardBinding;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Map;
import java.util.TreeSet;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Gives a connection of the shard that the thread is bound to.
 *
 * <p>A thread that is bound to none gets one of the home database, if there is one: what belongs to no shard lies there. Without one it gets an error. All
 * databases have to be of one make. A transaction stays in the shard in which it was opened. Thread-safe.
 */
public final class RoutingDataSource implements DataSource {
    private final ShardBinding binding;
    private final Map<String, DataSource> shards;
    private final @Nullable DataSource home;

    /** Without a home: each thread has to be bound. */
    public RoutingDataSource(ShardBinding binding, Map<String, ? extends DataSource> shards) {
        this(binding, shards, null);
    }

    /**
     * @param shards by their names
     * @param home for threads that are bound to no shard; may be one of the shards
     */
    public RoutingDataSource(
            ShardBinding binding, Map<String, ? extends DataSource> shards, @Nullable DataSource home) {
        this.binding = binding;
        this.shards = Map.copyOf(shards);
        this.home = home;
    }

    /**
     * @throws MisuseException if the thread is bound to no shard and there is no home, or there is no such shard here
     */
    @Override
    public Connection getConnection() throws SQLException {
        return current().getConnection();
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        return current().getConnection(username, password);
    }

    private DataSource current() {
        String shard = binding.current().orElse(null);
        DataSource bound = shard == null ? home : shards.get(shard);
        if (bound == null) {
            throw new MisuseException(JdbcTexts.noShard(shard, new TreeSet<>(shards.keySet())));
        }
        return bound;
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) throws SQLException {
        throw new SQLFeatureNotSupportedException(JdbcTexts.askTheShard("setLogWriter"));
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        throw new SQLFeatureNotSupportedException(JdbcTexts.askTheShard("setLoginTimeout"));
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException(JdbcTexts.askTheShard("getParentLogger"));
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        throw new SQLException(JdbcTexts.askTheShard("unwrap to " + type.getName()));
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }
}
