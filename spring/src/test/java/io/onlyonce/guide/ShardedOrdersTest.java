package io.onlyonce.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.error.KeyReusedException;
import io.onlyonce.jdbc.JdbcSchema;
import io.onlyonce.jdbc.JdbcShardDirectory;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The guide's sharded orders, in two databases and a third that is added. */
class ShardedOrdersTest {

    @Test
    @DisplayName("each order is there once, in its user's shard, also after a shard was added")
    void ordered() throws Exception {
        try (TestDatabase east = shard();
                TestDatabase west = shard();
                TestDatabase north = shard();
                TestDatabase fixed = shard()) {
            DataSource directory = fixed.dataSource(2);
            JdbcShardDirectory.createIfMissing(directory);
            Map<String, DataSource> shards = Map.of("east", east.dataSource(2), "west", west.dataSource(2));
            ShardedOrders orders = new ShardedOrders(shards, List.of("east", "west"), directory);
            String first = orders.order("anna", "key-1", "tea");
            String second = orders.orderFor("shop-1", "key-1", "ben", "tea");

            Map<String, DataSource> more =
                    Map.of("east", east.dataSource(2), "west", west.dataSource(2), "north", north.dataSource(2));
            ShardedOrders later = new ShardedOrders(more, List.of("north"), directory);
            assertThat(later.order("anna", "key-1", "tea")).isEqualTo(first);
            assertThat(later.orderFor("shop-1", "key-1", "ben", "tea")).isEqualTo(second);
            assertThatThrownBy(() -> later.orderFor("shop-1", "key-1", "carl", "tea"))
                    .isInstanceOf(KeyReusedException.class);
            assertThat(count(east) + count(west)).isEqualTo(2);
            assertThat(count(north)).isZero();
            later.order("dora", "key-1", "tea");
            assertThat(count(north)).isEqualTo(1);
        }
    }

    private static TestDatabase shard() {
        TestDatabase database = TestServers.h2();
        JdbcSchema.createIfMissing(database.dataSource(1));
        database.execute("CREATE TABLE orders (id VARCHAR(36) PRIMARY KEY, user_id VARCHAR(20), item VARCHAR(20))");
        return database;
    }

    private static long count(TestDatabase database) {
        return database.queryLong("SELECT COUNT(*) FROM orders");
    }
}
