package io.onlyonce.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.OnlyOnce;
import io.onlyonce.jdbc.JdbcRecordStore;
import io.onlyonce.memory.MemoryLeasedRecordStore;
import io.onlyonce.memory.MemoryRecordStore;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.spring.Engines;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.support.App;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.time.Clock;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** What would silently not protect is an error at start. */
@ExtendWith(OutputCaptureExtension.class)
class StartUpTest {
    private static BusinessDatabase database;

    static class Payments {
        final AtomicInteger runs = new AtomicInteger();

        @Idempotent(key = "#key")
        public int pay(String key) {
            return runs.incrementAndGet();
        }
    }

    static class LeasedPayments {
        @Idempotent(key = "#key", guarantee = Idempotent.Guarantee.LEASED)
        public void pay(String key) {}
    }

    @BeforeAll
    static void open() {
        database = BusinessDatabase.h2();
    }

    @AfterAll
    static void close() {
        database.close();
    }

    private static ApplicationContextRunner on(TestDatabase empty) {
        return App.bare().withBean("dataSource", DataSource.class, empty::unpooled);
    }

    @Test
    @DisplayName("no DataSource: refused")
    void noDataSource() {
        App.bare()
                .run(context ->
                        App.assertRefused(context, "OnlyOnce finds no single DataSource", "onlyonce.enabled=false"));
    }

    @Test
    @DisplayName("switched off: nothing of OnlyOnce is there")
    void switchedOff() {
        App.bare().withPropertyValues("onlyonce.enabled=false").run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context).doesNotHaveBean(OnlyOnce.class);
        });
    }

    static Stream<TestDatabase> empty() {
        return Stream.of(TestServers.h2(), TestServers.postgres(), TestServers.mariadb());
    }

    @ParameterizedTest
    @MethodSource("empty")
    @DisplayName("tables missing: refused by onlyonce.schema=check, made by =create, then found by =check")
    void tables(TestDatabase empty) {
        try (empty) {
            on(empty)
                    .run(context ->
                            App.assertRefused(context, "The database lacks what OnlyOnce needs", "db/onlyonce/"));
            on(empty)
                    .withPropertyValues("onlyonce.schema=create")
                    .run(context -> assertThat(context).hasNotFailed());
            on(empty).run(context -> assertThat(context).hasNotFailed());
        }
    }

    @Test
    @DisplayName("a schema of another version, or without its index: refused")
    void otherSchema() {
        try (TestDatabase other = TestServers.h2()) {
            on(other)
                    .withPropertyValues("onlyonce.schema=create")
                    .run(context -> assertThat(context).hasNotFailed());
            other.execute("UPDATE onlyonce_schema SET version = 9 WHERE version = 7");
            on(other)
                    .run(context -> App.assertRefused(context, "onlyonce_schema has version 9", "upgrade the library"));
            other.execute(
                    "UPDATE onlyonce_schema SET version = 7 WHERE version = 9",
                    "DROP INDEX onlyonce_record_expires_at");
            on(other).run(context -> App.assertRefused(context, "index on onlyonce_record.expires_at"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class RecordsElsewhere {
        @Bean
        DataSource business() {
            return new DelegatingDataSource(database.pool());
        }

        @Bean
        @Primary
        DataSource records() {
            return database.pool();
        }

        @Bean
        JdbcTransactionManager manager() {
            return new JdbcTransactionManager(business());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoSources {
        @Bean
        DataSource one() {
            return new DelegatingDataSource(database.pool());
        }

        @Bean
        DataSource other() {
            return new DelegatingDataSource(database.pool());
        }
    }

    @Test
    @DisplayName("B-15 (e) records on another data source than the business transactions, or on either of two: refused")
    void otherDataSource() {
        App.bare()
                .withUserConfiguration(RecordsElsewhere.class)
                .run(context -> App.assertRefused(
                        context, "does not hold a connection of the data source that OnlyOnce keeps its records in"));
        App.bare()
                .withUserConfiguration(TwoSources.class)
                .run(context -> App.assertRefused(context, "OnlyOnce finds no single DataSource"));
    }

    @Test
    @DisplayName("a data source behind a proxy that knows transactions, or connects late, is the same data source")
    void proxies() {
        String key = UUID.randomUUID().toString();
        Stream.<DataSource>of(
                        new TransactionAwareDataSourceProxy(database.pool()),
                        new LazyConnectionDataSourceProxy(database.pool()))
                .forEach(proxy -> App.bare()
                        .withBean("dataSource", DataSource.class, () -> proxy)
                        .withBean(Payments.class)
                        .run(context -> {
                            assertThat(context).hasNotFailed();
                            Payments payments = context.getBean(Payments.class);
                            assertThat(payments.pay(key + proxy.getClass().getSimpleName()))
                                    .isEqualTo(
                                            payments.pay(key + proxy.getClass().getSimpleName()));
                        }));
    }

    @Configuration(proxyBeanMethods = false)
    static class InMemory {
        @Bean
        MemoryTransactions memoryTransactions() {
            return new MemoryTransactions();
        }

        @Bean
        MemoryRecordStore memoryStore(MemoryTransactions transactions) {
            return new MemoryRecordStore(transactions, Clock.systemUTC());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class LeasedInMemory {
        @Bean
        MemoryLeasedRecordStore leasedMemoryStore() {
            return new MemoryLeasedRecordStore(Clock.systemUTC());
        }
    }

    @Test
    @DisplayName("a store in memory: refused, unless the profile is test or dev; then it needs no data source")
    void memory() {
        ApplicationContextRunner memory =
                App.bare().withUserConfiguration(InMemory.class).withBean(Payments.class);
        memory.run(context -> App.assertRefused(
                context, "The bean memoryStore keeps records or tokens in memory", "\"test\" or \"dev\""));
        for (String profile : new String[] {"test", "dev"}) {
            memory.withPropertyValues("spring.profiles.active=" + profile).run(context -> {
                assertThat(context).hasNotFailed();
                assertThat(context).doesNotHaveBean(JdbcRecordStore.class);
                assertThat(context.getBean(Payments.class).pay("k")).isEqualTo(1);
                assertThat(context.getBean(Payments.class).pay("k")).isEqualTo(1);
            });
        }
        App.runner(database)
                .withUserConfiguration(LeasedInMemory.class)
                .run(context ->
                        App.assertRefused(context, "The bean leasedMemoryStore keeps records or tokens in memory"));
    }

    @Test
    @DisplayName("a leased method without a store for leased records: refused")
    void noLeasedStore() {
        ApplicationContextRunner memory = App.bare()
                .withUserConfiguration(InMemory.class)
                .withBean(LeasedPayments.class)
                .withPropertyValues("spring.profiles.active=test");
        memory.run(context -> App.assertRefused(context, "LeasedPayments.pay", "there is no store for leased records"));
        memory.withUserConfiguration(LeasedInMemory.class).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(Engines.class).leased()).isNotNull();
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "onlyonce.max-attempts=0",
                "onlyonce.max-answer-size=-1",
                "onlyonce.purge.interval=0s",
                "onlyonce.purge.batch-size=0",
                "onlyonce.retention=forever",
                "onlyonce.schema=drop"
            })
    @DisplayName("a setting that makes no sense: refused, and the text names it")
    void settings(String setting) {
        App.runner(database).withPropertyValues(setting).run(context -> {
            assertThat(context).hasFailed();
            assertThat(context.getStartupFailure()).hasStackTraceContaining(setting.replaceAll("=.*", ""));
        });
    }

    @Test
    @DisplayName("purge switched off: a warning")
    void purgeOff(CapturedOutput output) {
        App.runner(database)
                .withPropertyValues("onlyonce.purge.enabled=false")
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(output).contains("onlyonce.purge.enabled is false: expired records and tokens stay");
    }
}
