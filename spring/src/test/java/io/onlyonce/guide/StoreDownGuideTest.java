package io.onlyonce.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import io.lettuce.core.codec.ByteArrayCodec;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Outcome;
import io.onlyonce.jdbc.JdbcLeasedRecordStore;
import io.onlyonce.probe.Decision.Kind;
import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.redis.RedisAccess;
import io.onlyonce.redis.RedisRecordStore;
import io.onlyonce.spring.support.App;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.testkit.RecordingProbe;
import io.onlyonce.testkit.UnreliableLeasedStore;
import io.onlyonce.testkit.server.TestRedis;
import io.onlyonce.testkit.server.TestServers;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** What the guide says of a store that is down, or has lost records. */
class StoreDownGuideTest {
    private static BusinessDatabase database;

    /** A store that can be made to fail. */
    static class Unreliable {
        @Bean
        LeasedRecordStore leasedRecordStore(DataSource dataSource) {
            return new UnreliableLeasedStore(new JdbcLeasedRecordStore(dataSource));
        }
    }

    @BeforeAll
    static void open() {
        database = BusinessDatabase.postgres();
        database.database()
                .execute("CREATE TABLE stock_journal (reference VARCHAR(60) PRIMARY KEY, entry VARCHAR(60) NOT NULL)");
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @AfterEach
    void oneEntry() {
        assertThat(database.database().queryLong("SELECT COUNT(*) FROM stock_journal"))
                .isEqualTo(1);
        database.database().execute("DELETE FROM stock_journal");
    }

    @Test
    @DisplayName("B-22, B-23 in plain Java: open while Redis is down, caught after it has lost its record")
    void plainJava() throws Exception {
        try (TestRedis redis = TestServers.redis()) {
            RedisClient client = RedisClient.create(redis.uri());
            RecordingProbe probe = new RecordingProbe();
            UnreliableLeasedStore store = new UnreliableLeasedStore(
                    new RedisRecordStore(RedisAccess.of(client.connect(ByteArrayCodec.INSTANCE)), redis.prefix()));
            StockDeductions deductions = new StockDeductions(
                    OnlyOnce.leased(store, probe), database.database().unpooled());
            store.goDown();
            assertThat(deductions.deduct("bob", "k", "sku-1")).isEqualTo(new Outcome.Executed<>("one of sku-1"));
            store.comeBack();
            assertThat(deductions.deduct("bob", "k", "sku-1")).isEqualTo(new Outcome.Replayed<>("one of sku-1"));
            assertThat(deductions.deduct("bob", "k", "sku-1")).isEqualTo(new Outcome.Replayed<>("one of sku-1"));
            assertThat(probe.decisions())
                    .extracting(decision -> decision.kind())
                    .containsExactly(Kind.WITHOUT_RECORD, Kind.CAUGHT, Kind.REPLAYED);
            Presses presses = new Presses(RedisAccess.of(client.connect(ByteArrayCodec.INSTANCE)));
            String form = redis.prefix();
            assertThat(presses.isFirst("bob", form)).isTrue();
            assertThat(presses.isFirst("bob", form)).isFalse();
            assertThat(presses.isFirst("eve", form)).isTrue();
            client.shutdown(Duration.ZERO, Duration.ofSeconds(5));
        }
    }

    @Test
    @DisplayName("B-23 by annotation: open while the store is down, caught when it is back")
    void annotation() {
        try (ConfigurableApplicationContext app =
                App.start(database, Unreliable.class, StockMethods.Layers.class, StockMethods.class)) {
            StockMethods methods = app.getBean(StockMethods.class);
            UnreliableLeasedStore store = app.getBean(UnreliableLeasedStore.class);
            store.goDown();
            assertThat(methods.deduct("order-1", "sku-1")).isEqualTo("one of sku-1");
            store.comeBack();
            assertThat(methods.deduct("order-1", "sku-1")).isEqualTo("one of sku-1");
        }
    }
}
