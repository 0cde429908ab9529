package io.onlyonce.spring.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.error.MisuseException;
import io.onlyonce.error.OutcomeUnknownException;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.Idempotent.Abandoned;
import io.onlyonce.spring.Idempotent.Guarantee;
import io.onlyonce.spring.support.App;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.testkit.Herd;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.util.AopTestUtils;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Leased methods: their record commits on its own, around work that is no transaction. */
class LeasedMethodTest {
    private static BusinessDatabase database;
    private static ConfigurableApplicationContext app;
    private static Gateway gateway;

    private final String key = UUID.randomUUID().toString();

    static class Gateway {
        final AtomicInteger charged = new AtomicInteger();

        @Idempotent(key = "#key", guarantee = Guarantee.LEASED, lease = "10s")
        public String charge(String key) {
            assertThat(TransactionSynchronizationManager.isActualTransactionActive())
                    .isFalse();
            charged.incrementAndGet();
            return "charged";
        }

        @Idempotent(key = "#key", guarantee = Guarantee.LEASED)
        public String loses(String key) {
            charged.incrementAndGet();
            throw new IllegalStateException("no answer");
        }

        @Idempotent(key = "#key", guarantee = Guarantee.LEASED, whenAbandoned = Abandoned.RERUN)
        public String repeatable(String key) {
            if (charged.incrementAndGet() == 1) {
                throw new IllegalStateException("no answer");
            }
            return "charged";
        }

        @Idempotent(key = "#key", guarantee = Guarantee.LEASED)
        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public String inItsOwnTransaction(String key) {
            assertThat(TransactionSynchronizationManager.isActualTransactionActive())
                    .isTrue();
            charged.incrementAndGet();
            return "charged";
        }
    }

    @BeforeAll
    static void open() {
        database = BusinessDatabase.postgres();
        app = App.start(database, Gateway.class);
        gateway = app.getBean(Gateway.class);
    }

    @AfterAll
    static void close() {
        app.close();
        database.close();
    }

    @BeforeEach
    void reset() {
        ((Gateway) AopTestUtils.getTargetObject(gateway)).charged.set(0);
    }

    private static int charged() {
        return ((Gateway) AopTestUtils.getTargetObject(gateway)).charged.get();
    }

    @Test
    @DisplayName("one effect and one answer under 32 threads, outside of any transaction")
    void happy() {
        assertThat(Herd.of(32).runAll(member -> gateway.charge(key))).containsOnly("charged");
        assertThat(charged()).isEqualTo(1);
        assertThat(database.records(key)).isEqualTo(1);
    }

    @Test
    @DisplayName("a lost attempt: the retry is told that the outcome is unknown, and nothing runs again")
    void lost() {
        assertThatThrownBy(() -> gateway.loses(key)).hasMessage("no answer");
        assertThatThrownBy(() -> gateway.loses(key)).isInstanceOf(OutcomeUnknownException.class);
        assertThat(charged()).isEqualTo(1);
    }

    @Test
    @DisplayName("a lost attempt at repeatable work: the retry runs it again, once")
    void repeatable() {
        assertThatThrownBy(() -> gateway.repeatable(key)).hasMessage("no answer");
        assertThat(gateway.repeatable(key)).isEqualTo("charged").isEqualTo(gateway.repeatable(key));
        assertThat(charged()).isEqualTo(2);
    }

    @Test
    @DisplayName("the work may have a transaction of its own")
    void ownTransaction() {
        assertThat(gateway.inItsOwnTransaction(key)).isEqualTo(gateway.inItsOwnTransaction(key));
        assertThat(charged()).isEqualTo(1);
    }

    @Test
    @DisplayName("a call inside an open transaction is refused before anything is done")
    void insideTransaction() {
        TransactionTemplate transaction = new TransactionTemplate(app.getBean(PlatformTransactionManager.class));
        assertThatThrownBy(() -> transaction.execute(status -> gateway.charge(key)))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("Gateway.charge was called inside an open transaction");
        assertThat(charged()).isZero();
        assertThat(database.records(key)).isZero();
    }

    static class ShortLease {
        @Idempotent(key = "#key", guarantee = Guarantee.LEASED, lease = "5ms")
        public void charge(String key) {}
    }

    static class NoLease {
        @Idempotent(key = "#key", guarantee = Guarantee.LEASED, lease = "soon")
        public void charge(String key) {}
    }

    static class LeaseOfTransactional {
        @Idempotent(key = "#key", lease = "5s")
        public void charge(String key) {}
    }

    static class RerunOfTransactional {
        @Idempotent(key = "#key", whenAbandoned = Abandoned.RERUN)
        public void charge(String key) {}
    }

    static class LeasedAtEnd {
        @Idempotent(key = "#key", guarantee = Idempotent.Guarantee.LEASED, recorded = Idempotent.Recorded.AT_END)
        public void charge(String key) {}
    }

    static class NoRetention {
        @Idempotent(key = "#key", retention = "for ever")
        public void charge(String key) {}
    }

    static class ShortRetention {
        @Idempotent(key = "#key", retention = "10ms")
        public void charge(String key) {}
    }

    static class NoPatience {
        @Idempotent(key = "#key", patience = "5 minutes")
        public void charge(String key) {}
    }

    static class LongPatience {
        @Idempotent(key = "#key", patience = "1h")
        public void charge(String key) {}
    }

    static class BadName {
        @Idempotent(key = "#key", operation = "zahlung für alle")
        public void charge(String key) {}
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                Arguments.of(ShortLease.class, "The lease is PT0.005S; it must lie between 100 ms and 1 day"),
                Arguments.of(NoLease.class, "is \"soon\", which is no duration"),
                Arguments.of(LeaseOfTransactional.class, "would be ignored: its guarantee is transactional"),
                Arguments.of(RerunOfTransactional.class, "would be ignored: its guarantee is transactional"),
                Arguments.of(LeasedAtEnd.class, "is leased and has recorded = AT_END"),
                Arguments.of(NoRetention.class, "is \"for ever\", which is no duration. Write it like 500ms"),
                Arguments.of(ShortRetention.class, "it must lie between one second and ten years"),
                Arguments.of(NoPatience.class, "is \"5 minutes\", which is no duration"),
                Arguments.of(LongPatience.class, "it must lie between zero and five minutes"),
                Arguments.of(BadName.class, "printable ASCII characters"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    @DisplayName(
            "durations that are none, too short or too long, and settings of the other guarantee are refused at start-up")
    void wrongSettings(Class<?> bean, String text) {
        App.assertRefused(database, bean, bean.getName() + ".charge", text);
    }
}
