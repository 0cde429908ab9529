package io.onlyonce.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisClient;
import io.lettuce.core.codec.ByteArrayCodec;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.jdbc.JdbcLeasedRecordStore;
import io.onlyonce.memory.MemoryLeasedRecordStore;
import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.redis.RedisAccess;
import io.onlyonce.redis.RedisRecordStore;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.Idempotent.Guarantee;
import io.onlyonce.spring.support.App;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.server.PrivateRedis;
import io.onlyonce.testkit.server.TestRedis;
import io.onlyonce.testkit.server.TestServers;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;

/** Leased records in Redis, because the settings say so: the store is what was asked for, or nothing is run. */
@ExtendWith(OutputCaptureExtension.class)
class RedisStoresTest {
    private static final String LEASED = "onlyonce.leased-store=redis";
    private static final String PATIENT = "onlyonce.redis.timeout=5s"; // a busy machine may pause for a while

    private static BusinessDatabase database;

    private static final AtomicInteger EFFECTS = new AtomicInteger();

    static class Gateway {
        @Idempotent(key = "#key", guarantee = Guarantee.LEASED)
        public String charge(String key) {
            return "charged " + EFFECTS.incrementAndGet();
        }
    }

    @BeforeAll
    static void open() {
        database = BusinessDatabase.h2();
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @AfterEach
    void noRecordInTheDatabase() {
        EFFECTS.set(0);
        assertThat(database.records()).as("records in the database").isZero();
    }

    private static ApplicationContextRunner on(String uri, String... properties) {
        return withoutFactory(properties)
                .withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class))
                .withPropertyValues("spring.data.redis.url=" + uri);
    }

    private static ApplicationContextRunner withoutFactory(String... properties) {
        return App.runner(database, Gateway.class)
                .withConfiguration(AutoConfigurations.of(OnlyOnceRedisAutoConfiguration.class))
                .withPropertyValues(PATIENT)
                .withPropertyValues(properties);
    }

    private static Gateway gateway(ApplicationContext context) {
        return context.getBean(Gateway.class);
    }

    @Test
    @DisplayName("leased-store=redis: 50 rounds of 16 threads, one effect each, on keys with the prefix and an expiry")
    void inRedis() {
        try (TestRedis redis = TestServers.redis()) {
            on(redis.uri(), LEASED, "onlyonce.patience=30s", "onlyonce.redis.prefix=" + redis.prefix())
                    .run(context -> {
                        assertThat(context).hasSingleBean(LeasedRecordStore.class);
                        assertThat(context).hasSingleBean(RedisRecordStore.class);
                        for (int round = 0; round < 50; round++) {
                            String key = "k" + round;
                            String answer = "charged " + (round + 1);
                            assertThat(Herd.of(16)
                                            .runAll(member -> gateway(context).charge(key)))
                                    .containsOnly(answer);
                        }
                        assertThat(EFFECTS).hasValue(50);
                        assertThat(redis.keys())
                                .hasSize(50)
                                .allSatisfy(key -> assertThat((Long) redis.command("PTTL", key))
                                        .isPositive());
                    });
        }
    }

    @Test
    @DisplayName(
            "the keys begin with onlyonce: and the application's name, so that two applications on one Redis are apart")
    void applicationName() {
        try (PrivateRedis redis = TestServers.privateRedis()) {
            on(redis.uri(), LEASED, "spring.application.name=shop")
                    .run(context -> gateway(context).charge("k"));
            on(redis.uri(), LEASED, "spring.application.name=bank")
                    .run(context -> gateway(context).charge("k"));
            on(redis.uri(), LEASED).run(context -> gateway(context).charge("k"));
            assertThat(EFFECTS).hasValue(3);
            assertThat(redis.keys("onlyonce:shop:{")).hasSize(1);
            assertThat(redis.keys("onlyonce:bank:{")).hasSize(1);
            assertThat(redis.keys("onlyonce:{")).hasSize(1);
        }
    }

    @Test
    @DisplayName("a Redis that is there is not used unless the settings say so, not even connected to")
    void notAskedFor() {
        on("redis://127.0.0.1:1").run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context).hasSingleBean(JdbcLeasedRecordStore.class);
            assertThat(context).doesNotHaveBean(RedisRecordStore.class);
        });
    }

    @Test
    @DisplayName("B-23 leased-store=redis without onlyonce-redis: refused, with the remedy; never the database instead")
    void notOnTheClassPath() {
        ApplicationContextRunner without = App.runner(database)
                .withConfiguration(
                        AutoConfigurations.of(DataRedisAutoConfiguration.class, OnlyOnceRedisAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader(RedisAccess.class));
        without.withPropertyValues(LEASED)
                .run(context -> App.assertRefused(
                        context, "onlyonce.leased-store is redis", "io.onlyonce:onlyonce-redis", "=jdbc"));
        without.withPropertyValues("onlyonce.token-store=redis")
                .run(context -> App.assertRefused(context, "onlyonce.token-store is redis"));
        without.run(context -> assertThat(context).hasSingleBean(JdbcLeasedRecordStore.class));
    }

    @Test
    @DisplayName("leased-store=redis without a connection factory: refused, with the remedy")
    void noFactory() {
        withoutFactory(LEASED)
                .run(context -> App.assertRefused(
                        context, "no single LettuceConnectionFactory", "spring-boot-starter-data-redis"));
    }

    @Test
    @DisplayName("an application's own RedisAccess, or its own store, is used")
    void ownBeans() {
        try (TestRedis redis = TestServers.redis()) {
            RedisClient client = RedisClient.create(redis.uri());
            on("redis://127.0.0.1:1", LEASED, "onlyonce.redis.prefix=" + redis.prefix())
                    .withBean(RedisAccess.class, () -> RedisAccess.of(client.connect(ByteArrayCodec.INSTANCE)))
                    .run(context -> {
                        assertThat(gateway(context).charge("k")).isEqualTo("charged 1");
                        assertThat(redis.keys()).hasSize(1);
                        assertThat(context).doesNotHaveBean(RedisConnection.class);
                    });
            client.shutdown(Duration.ZERO, Duration.ofSeconds(5));
        }
        on("redis://127.0.0.1:1", LEASED, "spring.profiles.active=test")
                .withBean(MemoryLeasedRecordStore.class, MemoryLeasedRecordStore::new)
                .run(context -> {
                    assertThat(context).hasSingleBean(LeasedRecordStore.class);
                    assertThat(gateway(context).charge("k")).isEqualTo("charged 2");
                });
    }

    @Test
    @DisplayName(
            "B-23 Redis is not there at the start: the two instances start and say so, nothing is run; when it comes they run it once")
    void unreachableAtStart(CapturedOutput output) {
        try (PrivateRedis redis = TestServers.privateRedis()) {
            redis.kill();
            on(redis.uri(), LEASED)
                    .run(one -> on(redis.uri(), LEASED).run(two -> {
                        assertThat(one).hasNotFailed();
                        assertThat(output).contains("Redis cannot be reached", "refused with store-unavailable");
                        for (ApplicationContext node : new ApplicationContext[] {one, two}) {
                            assertThatThrownBy(() -> gateway(node).charge("k"))
                                    .isInstanceOf(StoreUnavailableException.class);
                        }
                        assertThat(EFFECTS).hasValue(0);
                        redis.restart();
                        assertThat(gateway(one).charge("k")).isEqualTo("charged 1");
                        assertThat(gateway(two).charge("k")).isEqualTo("charged 1");
                        assertThat(EFFECTS).hasValue(1);
                    }));
        }
    }

    @Test
    @DisplayName("B-23 Redis goes away later: nothing is run; when it is back, with its files, nothing is run again")
    void unreachableLater() {
        try (PrivateRedis redis = TestServers.privateRedis("--appendonly", "yes", "--appendfsync", "always")) {
            on(redis.uri(), LEASED).run(context -> {
                assertThat(gateway(context).charge("k")).isEqualTo("charged 1");
                redis.kill();
                assertThatThrownBy(() -> gateway(context).charge("k")).isInstanceOf(StoreUnavailableException.class);
                assertThatThrownBy(() -> gateway(context).charge("new")).isInstanceOf(StoreUnavailableException.class);
                assertThat(EFFECTS).hasValue(1);
                redis.restart();
                Awaitility.await()
                        .atMost(Duration.ofMinutes(1))
                        .ignoreExceptions()
                        .until(() -> gateway(context).charge("k").equals("charged 1"));
                assertThat(gateway(context).charge("new")).isEqualTo("charged 2");
            });
        }
    }

    @Test
    @DisplayName("B-22 at the start there is a warning of a Redis that evicts or keeps nothing")
    void safety(CapturedOutput output) {
        try (PrivateRedis redis = TestServers.privateRedis("--maxmemory-policy", "allkeys-lru")) {
            on(redis.uri(), LEASED).run(context -> {
                assertThat(context).hasNotFailed();
                assertThat(output).contains("maxmemory-policy is allkeys-lru", "Set appendonly yes");
                gateway(context).charge("k");
            });
            assertThat(EFFECTS).hasValue(1);
        }
    }

    @Test
    @DisplayName("OnlyOnce's connection is closed with the context")
    void closed() {
        try (PrivateRedis redis = TestServers.privateRedis()) {
            on(redis.uri(), LEASED).run(context -> {
                gateway(context).charge("k");
                Awaitility.await().until(() -> clients(redis) == 2); // and the one that asks
                context.getBean(RedisConnection.class).stop();
                Awaitility.await().until(() -> clients(redis) == 1);
                assertThatThrownBy(() -> gateway(context).charge("k"))
                        .isInstanceOf(StoreUnavailableException.class)
                        .hasMessageContaining("being stopped");
                context.getBean(RedisConnection.class).start(); // as a context does that is resumed
                assertThat(gateway(context).charge("k")).isEqualTo("charged 1");
            });
            Awaitility.await().until(() -> clients(redis) == 1);
            assertThat(EFFECTS).hasValue(1);
        }
    }

    private static long clients(PrivateRedis redis) {
        return String.valueOf(redis.command("CLIENT", "LIST")).lines().count();
    }

    @Test
    @DisplayName("credentials and database come from spring.data.redis.*; with a wrong password nothing is run")
    void credentials() {
        try (PrivateRedis redis = TestServers.privateRedis()) {
            redis.command("CONFIG", "SET", "requirepass", "secret");
            String address = "127.0.0.1:" + redis.port();
            on("redis://:secret@" + address + "/2", LEASED)
                    .run(context -> assertThat(gateway(context).charge("k")).isEqualTo("charged 1"));
            on("redis://:secret@" + address + "/2", LEASED)
                    .run(context -> assertThat(gateway(context).charge("k")).isEqualTo("charged 1"));
            on("redis://:secret@" + address + "/3", LEASED)
                    .run(context -> assertThat(gateway(context).charge("k")).isEqualTo("charged 2"));
            on("redis://:wrong@" + address, LEASED)
                    .run(context -> assertThatThrownBy(() -> gateway(context).charge("k"))
                            .isInstanceOf(StoreUnavailableException.class));
            assertThat(EFFECTS).hasValue(2);
        }
    }

    @Test
    @DisplayName("a cluster, by spring.data.redis.cluster.nodes")
    void cluster() {
        try (PrivateRedis node = TestServers.privateRedis("--cluster-enabled", "yes")) {
            node.command(Stream.concat(
                            Stream.of("CLUSTER", "ADDSLOTS"),
                            IntStream.range(0, 16_384).mapToObj(String::valueOf))
                    .toArray(String[]::new));
            Awaitility.await()
                    .until(() -> String.valueOf(node.command("CLUSTER", "INFO")).contains("cluster_state:ok"));
            withoutFactory(LEASED, "spring.data.redis.cluster.nodes=127.0.0.1:" + node.port())
                    .withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class))
                    .run(context -> {
                        for (int i = 0; i < 20; i++) {
                            gateway(context).charge("k" + i);
                            gateway(context).charge("k" + i);
                        }
                    });
            assertThat(EFFECTS).hasValue(20);
            assertThat(node.keys("onlyonce:{")).hasSize(20);
        }
    }
}
