package io.onlyonce.spring.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.onlyonce.Backstop;
import io.onlyonce.WhenAbandoned;
import io.onlyonce.WhenAbandoned.Resolution;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.jdbc.JdbcLeasedRecordStore;
import io.onlyonce.jdbc.guard.UniqueKey;
import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.Idempotent.Abandoned;
import io.onlyonce.spring.Idempotent.Guarantee;
import io.onlyonce.spring.Idempotent.StoreDown;
import io.onlyonce.spring.actuate.Meters;
import io.onlyonce.spring.actuate.StoreHealth;
import io.onlyonce.spring.autoconfigure.OnlyOnceActuatorAutoConfiguration;
import io.onlyonce.spring.support.App;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.UnreliableLeasedStore;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** Leased methods while their store is down: closed or open, what is logged, what health and meters say. */
@ExtendWith(OutputCaptureExtension.class)
class StoreDownMethodTest {
    private static BusinessDatabase database;
    private static ConfigurableApplicationContext app;
    private static Deductions deductions;
    private static UnreliableLeasedStore store;

    private final String key = UUID.randomUUID().toString();

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(OnlyOnceActuatorAutoConfiguration.class)
    static class Layers {
        @Bean
        LeasedRecordStore leasedRecordStore(DataSource dataSource) {
            return new UnreliableLeasedStore(new JdbcLeasedRecordStore(dataSource));
        }

        @Bean
        Backstop oneDeduction(DataSource dataSource) {
            return UniqueKey.existing(dataSource, "deduction", "reference");
        }

        @Bean
        WhenAbandoned.Resolver<String> deductionFound(JdbcTemplate jdbc) {
            return lost ->
                    jdbc
                            .queryForList(
                                    "SELECT answer FROM deduction WHERE reference = ?",
                                    String.class,
                                    lost.key().key())
                            .stream()
                            .findFirst()
                            .<Resolution<String>>map(Resolution.Done::new)
                            .orElseGet(Resolution.NotDone::new);
        }
    }

    static class Deductions {
        private final JdbcTemplate jdbc;

        Deductions(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @Idempotent(
                operation = "deduct",
                key = "#key",
                guarantee = Guarantee.LEASED,
                whenAbandoned = Abandoned.RESOLVE,
                resolver = "deductionFound",
                backstop = "oneDeduction",
                whenStoreDown = StoreDown.OPEN)
        public String open(String key) {
            return deduct(key);
        }

        @Idempotent(operation = "deduct-closed", key = "#key", guarantee = Guarantee.LEASED, backstop = "oneDeduction")
        public String closed(String key) {
            return deduct(key);
        }

        private String deduct(String key) {
            jdbc.update("INSERT INTO deduction VALUES (?, ?)", key, "done " + key);
            return "done " + key;
        }
    }

    @BeforeAll
    static void open() {
        database = BusinessDatabase.postgres();
        database.database()
                .execute("CREATE TABLE deduction (reference VARCHAR(60) NOT NULL, answer VARCHAR(60) NOT NULL,"
                        + " CONSTRAINT uq_deduction UNIQUE (reference))");
        app = App.start(database, Layers.class, Deductions.class);
        deductions = app.getBean(Deductions.class);
        store = app.getBean(UnreliableLeasedStore.class);
    }

    @AfterAll
    static void close() {
        app.close();
        database.close();
    }

    @BeforeEach
    void up() {
        store.comeBack();
    }

    private long effects() {
        return database.queryLong("SELECT COUNT(*) FROM deduction WHERE reference = ?", key);
    }

    @Test
    @DisplayName(
            "B-23 open: 32 copies while the store is down make one effect, and the log names the layer that caught it")
    void openWhileDown(CapturedOutput output) {
        store.goDown();
        assertThat(Herd.of(32).runAll(member -> deductions.open(key))).containsOnly("done " + key);
        assertThat(deductions.open(key)).isEqualTo("done " + key);
        assertThat(effects()).isEqualTo(1);
        assertThat(output)
                .contains("runs without its record, behind the unique key of deduction on reference")
                .contains("the unique key of deduction on reference refused a second effect");
        store.comeBack();
        assertThat(deductions.open(key)).isEqualTo("done " + key);
        assertThat(database.records(key)).as("the record is there again").isEqualTo(1);
        assertThat(effects()).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "B-23 closed: while the store is down nothing is run; health is down and the meter counts it, until it is back")
    void closedWhileDown() {
        StoreHealth health = app.getBean(StoreHealth.class);
        MeterRegistry meters = new SimpleMeterRegistry();
        app.getBean(Meters.class).bindTo(meters);
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);
        store.goDown();
        assertThatThrownBy(() -> deductions.closed(key)).isInstanceOf(StoreUnavailableException.class);
        assertThat(effects()).isZero();
        assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
        assertThat(health.health().getDetails())
                .hasEntrySatisfying(
                        "UnreliableLeasedStore",
                        why -> assertThat(String.valueOf(why)).contains("cannot be reached"));
        store.comeBack();
        assertThat(deductions.closed(key)).isEqualTo("done " + key);
        assertThat(effects()).isEqualTo(1);
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);
        assertThat(meters.get("onlyonce.calls")
                        .tag("operation", "deduct-closed")
                        .tag("decision", "store_down")
                        .timer()
                        .count())
                .isEqualTo(1);
        assertThat(meters.get("onlyonce.calls")
                        .tag("operation", "deduct-closed")
                        .tag("decision", "first")
                        .timer()
                        .count())
                .isEqualTo(1);
    }
}
