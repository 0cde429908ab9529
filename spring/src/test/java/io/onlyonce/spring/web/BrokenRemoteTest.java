package io.onlyonce.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.Attempt;
import io.onlyonce.Scope;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.http.ScopeResolver;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.Idempotent.Abandoned;
import io.onlyonce.spring.Idempotent.Guarantee;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Client.Answer;
import io.onlyonce.spring.support.WebApp;
import java.io.EOFException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** A handler whose remote party hangs up: Spring takes that for its client's being gone, and would make an empty 200 of it. */
class BrokenRemoteTest {
    private static BusinessDatabase database;
    private static WebApp app;

    private final String key = UUID.randomUUID().toString();

    @RestController
    static class Payments {
        private final JdbcTemplate jdbc;
        private final AtomicInteger tries = new AtomicInteger();

        Payments(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        private String paid(String cause, String reference) throws IOException {
            jdbc.update("INSERT INTO payment VALUES (?)", reference);
            if (tries.incrementAndGet() % 2 == 1) {
                throw failure(cause);
            }
            return "paid";
        }

        private static IOException failure(String cause) {
            return switch (cause) {
                case "reset" -> new IOException("Connection reset by peer");
                case "pipe" -> new IOException("sending failed", new IOException("Broken pipe"));
                case "rethrown" -> new Rethrown(new EOFException("EOF reached while reading"));
                default -> new IOException("no answer", new EOFException("EOF reached while reading"));
            };
        }

        @PostMapping("/leased/{cause}")
        @Idempotent(guarantee = Guarantee.LEASED, whenAbandoned = Abandoned.REFUSE)
        public String leased(@PathVariable String cause, Attempt attempt) throws IOException {
            return paid(cause, attempt.reference());
        }

        @PostMapping("/transactional/{cause}")
        @Idempotent
        public String transactional(@PathVariable String cause, Attempt attempt) throws IOException {
            return paid(cause, attempt.reference());
        }

        @PostMapping("/plain")
        public String plain() {
            throw new StoreUnavailableException(new SQLException("sending failed", new EOFException()));
        }

        /** As a handler does that leaves the decision to the engine. */
        @ExceptionHandler
        public String tell(Rethrown failure) throws Rethrown {
            throw failure;
        }
    }

    static final class Rethrown extends IOException {
        private static final long serialVersionUID = 1L;

        Rethrown(Throwable cause) {
            super("no answer", cause);
        }
    }

    /** Nobody is logged in here. */
    @Configuration(proxyBeanMethods = false)
    static class SharedScope {
        @Bean
        ScopeResolver scopes() {
            return request -> Scope.of("everybody");
        }
    }

    @BeforeAll
    static void open() {
        database = BusinessDatabase.postgres();
        database.database().execute("CREATE TABLE payment (reference VARCHAR(60) NOT NULL)");
        app = WebApp.start(database, Payments.class, SharedScope.class);
    }

    @AfterAll
    static void close() {
        app.close();
        database.close();
    }

    private Answer post(String path) {
        return app.client().post(path).key(key).json("{}").send();
    }

    private static long payments() {
        return database.queryLong("SELECT COUNT(*) FROM payment");
    }

    @ParameterizedTest
    @ValueSource(strings = {"reset", "pipe", "end", "rethrown"})
    @DisplayName("B-21 leased: no answer is made of it, and the outcome is unknown to each retry")
    void leased(String cause) {
        long before = payments();
        Answer first = post("/leased/" + cause);
        assertThat(first.status()).as(first.body()).isEqualTo(500);
        Answer retry = post("/leased/" + cause);
        assertThat(retry.status()).as(retry.body()).isEqualTo(409);
        assertThat(retry.body()).contains("outcome-unknown");
        assertThat(payments()).isEqualTo(before + 1);
        app.bean(Payments.class).tries.set(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"reset", "pipe", "end", "rethrown"})
    @DisplayName("B-21 transactional: no answer is made of it, everything is rolled back, and a retry runs")
    void transactional(String cause) {
        long before = payments();
        Answer first = post("/transactional/" + cause);
        assertThat(first.status()).as(first.body()).isEqualTo(500);
        assertThat(payments()).isEqualTo(before);
        assertThat(database.records(key)).isZero();
        Answer retry = post("/transactional/" + cause);
        assertThat(retry.status()).as(retry.body()).isEqualTo(200);
        assertThat(retry.body()).isEqualTo("paid");
        assertThat(payments()).isEqualTo(before + 1);
    }

    @Test
    @DisplayName("B-23 unprotected: a store whose connection broke is 503, not an empty 200")
    void plain() {
        Answer answer = post("/plain");
        assertThat(answer.status()).as(answer.body()).isEqualTo(503);
        assertThat(answer.body()).contains("store-unavailable");
    }
}
