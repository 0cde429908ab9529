package io.onlyonce.shardingsphere;

import io.onlyonce.jdbc.ConnectionSource;
import io.onlyonce.jdbc.ShardSuite;
import io.onlyonce.shard.ShardBinding;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import javax.sql.DataSource;
import org.apache.shardingsphere.driver.api.ShardingSphereDataSourceFactory;
import org.apache.shardingsphere.sharding.api.config.ShardingRuleConfiguration;
import org.apache.shardingsphere.sharding.api.config.rule.ShardingTableRuleConfiguration;

/** What sharded operations promise where ShardingSphere routes to the shards. */
abstract class ShardingSphereSuite extends ShardSuite {

    @Override
    protected ShardBinding newBinding() {
        return new HintShards();
    }

    @Override
    protected ConnectionSource connections(ConnectionSource routed, ShardBinding bound) {
        return new PhysicalConnections(routed, bound);
    }

    /** The business table is in each of the databases; OnlyOnce's own is ShardingSphere's no business. */
    @Override
    protected DataSource routing(ShardBinding bound, Map<String, DataSource> pools) {
        ShardingRuleConfiguration sharding = new ShardingRuleConfiguration();
        sharding.getTables().add(everywhere("effect"));
        try {
            return ShardingSphereDataSourceFactory.createDataSource(pools, List.of(sharding), new Properties());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ShardingTableRuleConfiguration everywhere(String table) {
        return new ShardingTableRuleConfiguration(table, "a." + table + ",b." + table + ",c." + table);
    }
}
