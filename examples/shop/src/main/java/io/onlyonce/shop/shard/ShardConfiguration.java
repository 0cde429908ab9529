package io.onlyonce.shop.shard;

import io.onlyonce.OnlyOnce;
import io.onlyonce.jdbc.JdbcRecordMaintenance;
import io.onlyonce.jdbc.JdbcSchema;
import io.onlyonce.jdbc.JdbcShardDirectory;
import io.onlyonce.jdbc.JdbcTokenMaintenance;
import io.onlyonce.jdbc.RoutingDataSource;
import io.onlyonce.shard.DirectorySharding;
import io.onlyonce.shard.Sharding;
import io.onlyonce.shard.ThreadShards;
import io.onlyonce.spring.purge.Purger;
import io.onlyonce.transaction.TransactionRunner;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationStrategy;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;

/**
 * The profile {@code sharded}: a routing data source takes the place of the single one, and who binds the thread says where its transactions go. A thread that nobody binds works at home: the
 * migrations, transfers with their saga, registration, the console.
 */
@Configuration(proxyBeanMethods = false)
@Profile("sharded")
class ShardConfiguration {
    private static final Logger log = LoggerFactory.getLogger(ShardConfiguration.class);

    @Bean
    ThreadShards threadShards() {
        return new ThreadShards();
    }

    /**
     * @throws IllegalStateException if it is to do what it cannot
     */
    @Bean
    ShardPools shardPools(ShardSettings settings, Environment environment) {
        if (environment.acceptsProfiles(Profiles.of("redis | rabbitmq | kafka"))) {
            throw new IllegalStateException(
                    "The profile sharded goes with neither Redis nor a broker: the gate and the relay know one database."
                            + " Leave spring.data.redis.url, spring.rabbitmq.* and spring.kafka.* out, or the profile.");
        }
        log.info(
                "Orders lie in {}, by user; the first is the home. Channels, brokers and what the console shows of other databases are not served here; see the shop's README.",
                settings.shards().keySet());
        return new ShardPools(settings);
    }

    @Bean
    DataSource dataSource(ThreadShards threads, ShardPools pools) {
        return new RoutingDataSource(threads, pools.all(), pools.home());
    }

    /** Where a user's rows lie is decided once, when he is first seen. */
    @Bean
    Sharding userShards(ShardPools pools) {
        return new DirectorySharding(
                new JdbcShardDirectory(pools.home()), user -> ShardedDatabases.placed(user, pools.names()));
    }

    @Bean
    Shards shards(ShardPools pools, ThreadShards threads, OnlyOnce onlyOnce, TransactionRunner transactions) {
        return new ShardedDatabases(pools.names(), threads, onlyOnce, transactions);
    }

    /** The same tables everywhere. */
    @Bean
    FlywayMigrationStrategy migrateEach(ShardPools pools) {
        return home -> {
            home.migrate();
            pools.others().forEach(pool -> {
                Flyway.configure()
                        .configuration(home.getConfiguration())
                        .dataSource(pool)
                        .load()
                        .migrate();
                JdbcSchema.check(pool);
            });
        };
    }

    /** The starter purges the home. */
    @Bean
    Purger.Store otherShards(ShardPools pools) {
        return new Purger.Store(
                "OtherShards",
                limit -> pools.others().stream()
                        .mapToInt(pool -> new JdbcRecordMaintenance(pool).purgeExpired(limit)
                                + new JdbcTokenMaintenance(pool).purgeExpired(limit))
                        .sum());
    }
}
