package io.onlyonce.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.Attempt;
import io.onlyonce.Backstop;
import io.onlyonce.Scope;
import io.onlyonce.WhenAbandoned;
import io.onlyonce.WhenAbandoned.Resolution;
import io.onlyonce.http.RecordedResponse;
import io.onlyonce.http.ScopeResolver;
import io.onlyonce.jdbc.JdbcLeasedRecordStore;
import io.onlyonce.jdbc.guard.UniqueKey;
import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.Idempotent.Abandoned;
import io.onlyonce.spring.Idempotent.Guarantee;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Client.Answer;
import io.onlyonce.spring.support.WebApp;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.UnreliableLeasedStore;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** A leased handler with a unique key behind its record, and a resolver that makes the lost answer again. */
class LeasedHandlerTest {
    private static BusinessDatabase database;
    private static WebApp app;

    private final String key = UUID.randomUUID().toString();

    record Payment(String reference, int amount) {}

    @Configuration(proxyBeanMethods = false)
    static class Layers {
        @Bean
        LeasedRecordStore leasedRecordStore(DataSource dataSource) {
            return new UnreliableLeasedStore(new JdbcLeasedRecordStore(dataSource));
        }

        @Bean
        Backstop onePayment(DataSource dataSource) {
            return UniqueKey.existing(dataSource, "payment", "reference");
        }

        @Bean
        WhenAbandoned.Resolver<RecordedResponse> paymentFound(JdbcTemplate jdbc, JsonMapper json) {
            return lost -> jdbc
                    .query(
                            "SELECT amount FROM payment WHERE reference = ?",
                            (row, number) -> new Payment(lost.reference(), row.getInt(1)),
                            lost.reference())
                    .stream()
                    .findFirst()
                    .<Resolution<RecordedResponse>>map(
                            payment -> new Resolution.Done<>(Rebuilt.json(HttpStatus.CREATED, payment, json)))
                    .orElseGet(Resolution.NotDone::new);
        }
    }

    @RestController
    static class Payments {
        private final JdbcTemplate jdbc;

        Payments(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @PostMapping("/payments")
        @ResponseStatus(HttpStatus.CREATED)
        @Idempotent(
                guarantee = Guarantee.LEASED,
                whenAbandoned = Abandoned.RESOLVE,
                resolver = "paymentFound",
                backstop = "onePayment")
        public Payment pay(@RequestBody Payment wanted, Attempt attempt) {
            jdbc.update("INSERT INTO payment VALUES (?, ?)", attempt.reference(), wanted.amount());
            return new Payment(attempt.reference(), wanted.amount());
        }

        @PostMapping("/unprotected")
        public String unprotected(Attempt attempt) {
            return attempt.reference();
        }
    }

    @BeforeAll
    static void open() {
        database = BusinessDatabase.postgres();
        database.database()
                .execute("CREATE TABLE payment (reference VARCHAR(60) NOT NULL, amount INT NOT NULL,"
                        + " CONSTRAINT uq_payment UNIQUE (reference))");
        app = WebApp.start(database, Layers.class, Payments.class, SharedScope.class);
    }

    /** Nobody is logged in here. */
    @Configuration(proxyBeanMethods = false)
    static class SharedScope {
        @Bean
        ScopeResolver scopes() {
            return request -> Scope.of("everybody");
        }
    }

    @AfterAll
    static void close() {
        app.close();
        database.close();
    }

    @BeforeEach
    void up() {
        app.bean(UnreliableLeasedStore.class).comeBack();
    }

    private Answer pay() {
        return app.client()
                .post("/payments")
                .key(key)
                .json("{\"reference\":\"?\",\"amount\":7}")
                .send();
    }

    private static long payments() {
        return database.queryLong("SELECT COUNT(*) FROM payment");
    }

    @Test
    @DisplayName(
            "B-22 the record is lost: 16 retries make no second effect, and get the first answer byte for byte, as a replay")
    void recordLost() {
        long before = payments();
        Answer first = pay();
        assertThat(first.status()).isEqualTo(201);
        assertThat(first.isReplay()).isFalse();
        for (int round = 0; round < 5; round++) {
            database.database().execute("DELETE FROM onlyonce_record");
            List<Answer> retries = Herd.of(16).runAll(member -> pay());
            assertThat(retries).allSatisfy(retry -> {
                assertThat(retry.status()).isEqualTo(201);
                assertThat(retry.body()).isEqualTo(first.body());
                assertThat(retry.header("Content-Type")).isEqualTo(first.header("Content-Type"));
                assertThat(retry.isReplay()).isTrue();
            });
        }
        assertThat(payments()).isEqualTo(before + 1);
        assertThat(database.records(key)).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "B-23 the store is down: 503 with Retry-After, nothing is done; when it is back, the retry is the first")
    void storeDown() {
        long before = payments();
        app.bean(UnreliableLeasedStore.class).goDown();
        Answer refused = pay();
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.header("Retry-After")).isNotNull();
        assertThat(refused.body()).contains("store-unavailable");
        assertThat(payments()).isEqualTo(before);
        app.bean(UnreliableLeasedStore.class).comeBack();
        assertThat(pay().status()).isEqualTo(201);
        assertThat(payments()).isEqualTo(before + 1);
    }

    @Test
    @DisplayName("a handler that is not protected has no attempt")
    void unprotected() {
        assertThat(app.client().post("/unprotected").text("x").send().status()).isEqualTo(500);
    }
}
