package io.onlyonce.spring.method;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.support.App;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Effects;
import java.util.UUID;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;

/** A {@code @Transactional} that would take a method's writes out of the transaction of its record is refused at start-up. */
class LeavingTransactionsTest {
    private static BusinessDatabase database;

    @BeforeAll
    static void open() {
        database = BusinessDatabase.h2();
    }

    @AfterAll
    static void close() {
        database.close();
    }

    static class RequiresNew {
        @Idempotent(key = "#key")
        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public void pay(String key) {}
    }

    static class NotSupported {
        @Idempotent(key = "#key")
        @Transactional(propagation = Propagation.NOT_SUPPORTED)
        public void pay(String key) {}
    }

    static class Never {
        @Idempotent(key = "#key")
        @Transactional(propagation = Propagation.NEVER)
        public void pay(String key) {}
    }

    @Transactional(propagation = Propagation.REQUIRES_NEW)
    static class RequiresNewOnClass {
        @Idempotent(key = "#key")
        public void pay(String key) {}
    }

    static class Serializable {
        @Idempotent(key = "#key")
        @Transactional(isolation = Isolation.SERIALIZABLE)
        public void pay(String key) {}
    }

    static class AfterCommit {
        @Idempotent(key = "#key")
        @TransactionalEventListener
        public void pay(String key) {}
    }

    static Stream<Arguments> leaving() {
        return Stream.of(
                Arguments.of(RequiresNew.class, "propagation = REQUIRES_NEW"),
                Arguments.of(NotSupported.class, "propagation = NOT_SUPPORTED"),
                Arguments.of(Never.class, "propagation = NEVER"),
                Arguments.of(RequiresNewOnClass.class, "propagation = REQUIRES_NEW"),
                Arguments.of(Serializable.class, "isolation = SERIALIZABLE, which would be ignored"),
                Arguments.of(AfterCommit.class, "phase AFTER_COMMIT"));
    }

    @ParameterizedTest
    @MethodSource("leaving")
    @DisplayName(
            "B-15 a method that leaves the record's transaction, or asks for another isolation, is refused at start-up")
    void refused(Class<?> bean, String text) {
        App.assertRefused(database, bean, bean.getName() + ".pay is @Idempotent", text);
    }

    static class BeforeCommit {
        @Idempotent(key = "#key")
        @TransactionalEventListener(phase = TransactionPhase.BEFORE_COMMIT)
        public void pay(String key) {}
    }

    static class ReadOnlyAndTimed {
        private final Effects effects;

        ReadOnlyAndTimed(Effects effects) {
            this.effects = effects;
        }

        @Idempotent(key = "#key")
        @Transactional(readOnly = true, timeout = 5)
        public void pay(String key) {
            effects.write(key);
        }
    }

    @Test
    @DisplayName("what joins is let through")
    void allowed() {
        String key = UUID.randomUUID().toString();
        App.runner(database, BeforeCommit.class, ReadOnlyAndTimed.class).run(context -> {
            assertThat(context).hasNotFailed();
            context.getBean(ReadOnlyAndTimed.class).pay(key);
        });
        database.assertDoneOnce(key);
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoManagers {
        @Bean
        @Primary
        PlatformTransactionManager orders(DataSource dataSource) {
            return new JdbcTransactionManager(dataSource);
        }

        @Bean
        PlatformTransactionManager archive(DataSource dataSource) {
            return new JdbcTransactionManager(dataSource);
        }
    }

    static class InOrders {
        @Idempotent(key = "#key")
        @Transactional("orders")
        public void pay(String key) {}
    }

    static class InArchive {
        @Idempotent(key = "#key")
        @Transactional("archive")
        public void pay(String key) {}
    }

    @Test
    @DisplayName("B-15 (e) a method in the transactions of another manager is refused at start-up")
    void otherManager() {
        App.runner(database, TwoManagers.class, InOrders.class)
                .run(context -> assertThat(context).hasNotFailed());
        App.runner(database, TwoManagers.class, InArchive.class)
                .run(context -> App.assertRefused(context, "InArchive.pay", "the manager \"archive\""));
    }

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement(order = 0)
    static class TransactionsOutside {}

    static class Transacted {
        @Idempotent(key = "#key")
        @Transactional
        public void pay(String key) {}
    }

    @Test
    @DisplayName("B-40 a transaction advice outside of OnlyOnce's is refused at start-up")
    void wrongOrder() {
        App.runner(database, TransactionsOutside.class, Transacted.class)
                .run(context -> App.assertRefused(
                        context, "Transacted.pay", "the transaction advice runs outside of OnlyOnce's"));
    }
}
