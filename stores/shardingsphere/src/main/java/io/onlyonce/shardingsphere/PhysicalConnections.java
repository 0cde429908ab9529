package io.onlyonce.shardingsphere;

import io.onlyonce.error.MisuseException;
import io.onlyonce.jdbc.ConnectionSource;
import io.onlyonce.jdbc.JdbcStoreException;
import io.onlyonce.shard.ShardBinding;
import java.sql.Connection;
import java.sql.SQLException;
import org.apache.shardingsphere.driver.jdbc.core.connection.ShardingSphereConnection;
import org.apache.shardingsphere.infra.executor.sql.execute.engine.ConnectionMode;

/**
 * Knows the connection to the shard that a transaction of ShardingSphere's has, for the statements on records.
 *
 * <p>They are sent to that database as they are, in the same transaction as the business statements, which ShardingSphere parses and routes. It can't parse
 * all that OnlyOnce says to PostgreSQL and MariaDB (seen with 5.5.2: a common table expression with {@code set_config}, {@code SET STATEMENT … FOR}). The transaction is begun and ended by
 * ShardingSphere, whose local transactions these are. Thread-safe.
 */
public final class PhysicalConnections implements ConnectionSource {
    private final ConnectionSource transactions;
    private final ShardBinding binding;

    /**
     * @param transactions whose connections are ShardingSphere's
     * @param binding says which of its data sources the thread is bound to
     */
    public PhysicalConnections(ConnectionSource transactions, ShardBinding binding) {
        this.transactions = transactions;
        this.binding = binding;
    }

    /**
     * @throws MisuseException if the thread is bound to no shard
     */
    @Override
    public Connection connection() {
        String shard = binding.current()
                .orElseThrow(
                        () -> new MisuseException(
                                "A record was to be written by a thread that is bound to no shard. Nothing was done. Run the operation through ShardedOnlyOnce."));
        try {
            ShardingSphereConnection logical = transactions.connection().unwrap(ShardingSphereConnection.class);
            return logical.getDatabaseConnectionManager()
                    .getConnections(logical.getCurrentDatabaseName(), shard, 0, 1, ConnectionMode.CONNECTION_STRICTLY)
                    .get(0);
        } catch (SQLException e) {
            throw new JdbcStoreException(e);
        }
    }
}
