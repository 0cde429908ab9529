package io.onlyonce.guide;

import io.onlyonce.Call;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.ResultCodec;
import io.onlyonce.jdbc.JdbcRecordStore;
import io.onlyonce.jdbc.JdbcShardDirectory;
import io.onlyonce.jdbc.JdbcTransactions;
import io.onlyonce.jdbc.RoutingDataSource;
import io.onlyonce.saga.Participant;
import io.onlyonce.shard.DirectorySharding;
import io.onlyonce.shard.ShardedOnlyOnce;
import io.onlyonce.shard.Sharding;
import io.onlyonce.shard.ThreadShards;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;

/** Orders that lie in the shard of their user. */
final class ShardedOrders {
    private static final Operation<String> ORDER = Operation.named("order", ResultCodec.text());

    private final JdbcTransactions transactions;
    private final ShardedOnlyOnce onlyOnce;

    /**
     * @param open the shards that new users may go to
     */
    ShardedOrders(Map<String, DataSource> shards, List<String> open, DataSource directory) {
        Sharding placement = user -> open.get(Math.floorMod(user.hashCode(), open.size()));
        ThreadShards threads = new ThreadShards();
        transactions = new JdbcTransactions(new RoutingDataSource(threads, shards));
        JdbcTransactions fixed = new JdbcTransactions(directory);
        onlyOnce = new ShardedOnlyOnce(
                OnlyOnce.transactional(new JdbcRecordStore(transactions), transactions),
                transactions,
                threads,
                new DirectorySharding(new JdbcShardDirectory(directory), placement),
                new Participant("directory", OnlyOnce.transactional(new JdbcRecordStore(fixed), fixed), fixed));
    }

    /** The scope is the user, and tells the shard. */
    String order(String user, String key, String item) throws Exception {
        return onlyOnce.run(ORDER, Call.of(user, key, item), attempt -> insert(user, item))
                .orElseThrow();
    }

    /** The scope is the shop that calls; the user is in what it asks for, and tells the shard. */
    String orderFor(String shop, String key, String user, String item) throws Exception {
        return onlyOnce.run(ORDER, Call.of(shop, key, user, item), user, attempt -> insert(user, item))
                .orElseThrow();
    }

    private String insert(String user, String item) throws SQLException {
        String id = UUID.randomUUID().toString();
        String sql = "INSERT INTO orders (id, user_id, item) VALUES (?, ?, ?)";
        try (PreparedStatement statement = transactions.connection().prepareStatement(sql)) {
            statement.setString(1, id);
            statement.setString(2, user);
            statement.setString(3, item);
            statement.executeUpdate();
        }
        return id;
    }
}
