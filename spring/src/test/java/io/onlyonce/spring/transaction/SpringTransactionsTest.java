package io.onlyonce.spring.transaction;

import static io.onlyonce.spring.transaction.Rig.TRANSFER;
import static io.onlyonce.spring.transaction.Rig.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.Outcome;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Jpa;
import io.onlyonce.spring.transaction.Rig.SoldOut;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** What becomes of Spring's rollback-only marks, of swallowed failures and of the caller's transaction. */
class SpringTransactionsTest {
    private static BusinessDatabase postgres;
    private static BusinessDatabase mariadb;
    private static Jpa jpa;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void open() {
        postgres = BusinessDatabase.postgres();
        mariadb = BusinessDatabase.mariadb();
        jpa = new Jpa(postgres.pool());
    }

    @AfterAll
    static void close() {
        jpa.close();
        postgres.close();
        mariadb.close();
    }

    @AfterEach
    void check() {
        postgres.standingChecks();
        mariadb.standingChecks();
    }

    static Stream<Rig> jdbc() {
        return Stream.of(
                new Rig(postgres, new JdbcTransactionManager(postgres.pool())),
                new Rig(mariadb, new JdbcTransactionManager(mariadb.pool())));
    }

    static Stream<Rig> all() {
        return Stream.concat(jdbc(), Stream.of(new Rig(postgres, jpa.manager())));
    }

    @ParameterizedTest
    @MethodSource("all")
    @DisplayName(
            "B-15 own transaction: an inner @Transactional that throws a remembered refusal leaves the refusal and nothing else")
    void refusedInOwn(Rig rig) throws Exception {
        for (int i = 0; i < 3; i++) {
            Outcome<String> refused = rig.onlyOnce.run(TRANSFER, call(key), attempt -> {
                rig.refuseInside(key);
                return "never";
            });
            assertThatThrownBy(refused::orElseThrow)
                    .isExactlyInstanceOf(SoldOut.class)
                    .hasMessage("none left");
        }
        rig.database.assertRefused(key);
    }

    @ParameterizedTest
    @MethodSource("jdbc")
    @DisplayName(
            "B-15 joined: the inner @Transactional's mark goes with its savepoint; the caller's transaction and the refusal commit")
    void refusedInJoined(Rig rig) throws Exception {
        String callers = UUID.randomUUID().toString();
        rig.onlyOnce.run(TRANSFER, call(callers), outer -> {
            rig.effect(callers);
            Outcome<String> refused = rig.onlyOnce.run(TRANSFER, call(key), attempt -> {
                rig.refuseInside(key);
                return "never";
            });
            assertThatThrownBy(refused::orElseThrow).isInstanceOf(SoldOut.class);
            return "sold something else";
        });
        rig.database.assertDoneOnce(callers);
        rig.database.assertRefused(key);
    }

    @ParameterizedTest
    @MethodSource("all")
    @DisplayName(
            "B-16 an inner @Transactional fails, the work swallows that and returns: UnexpectedRollbackException, no effect, no record; a retry runs")
    void swallowed(Rig rig) throws Exception {
        assertThatThrownBy(() -> rig.onlyOnce.run(TRANSFER, call(key), attempt -> {
                    assertThatThrownBy(() -> rig.refuseInside(key)).isInstanceOf(SoldOut.class);
                    return "looks like success";
                }))
                .isInstanceOf(UnexpectedRollbackException.class);
        rig.database.assertNothing(key);
        assertThat(rig.done(key)).isEqualTo("done");
        rig.database.assertDoneOnce(key);
    }

    @ParameterizedTest
    @MethodSource("all")
    @DisplayName("B-15 (c) the work calls setRollbackOnly and returns normally: no effect, no record; a retry runs")
    void setRollbackOnly(Rig rig) throws Exception {
        assertThatThrownBy(() -> rig.onlyOnce.run(TRANSFER, call(key), attempt -> {
                    rig.effect(key);
                    rig.inner.executeWithoutResult(status -> status.setRollbackOnly());
                    return "looks like success";
                }))
                .isInstanceOf(UnexpectedRollbackException.class);
        rig.database.assertNothing(key);
        assertThat(rig.done(key)).isEqualTo("done");
        rig.database.assertDoneOnce(key);
    }

    @ParameterizedTest
    @MethodSource("all")
    @DisplayName("B-15 the caller's transaction was doomed before: it stays doomed, and the record goes with it")
    void doomedBefore(Rig rig) throws Exception {
        assertThatThrownBy(() -> rig.transactions.run(() -> {
                    assertThatThrownBy(() -> rig.refuseInside("doomed")).isInstanceOf(SoldOut.class);
                    assertThat(rig.done(key)).isEqualTo("done");
                    assertThat(rig.onlyOnce
                                    .run(TRANSFER, call(key), attempt -> "never")
                                    .orElseThrow())
                            .isEqualTo("done");
                    return Ended.commit(true);
                }))
                .isInstanceOf(UnexpectedRollbackException.class);
        rig.database.assertNothing(key);
        assertThat(rig.done(key)).isEqualTo("done");
    }

    @ParameterizedTest
    @MethodSource("all")
    @DisplayName("B-14 B-16 a duplicate in the caller's transaction is answered, and the caller goes on and commits")
    void replayInJoined(Rig rig) throws Exception {
        assertThat(rig.done(key)).isEqualTo("done");
        String callers = UUID.randomUUID().toString();
        rig.onlyOnce.run(TRANSFER, call(callers), outer -> {
            assertThat(rig.done(key)).isEqualTo("done");
            rig.effect(callers);
            return "done";
        });
        rig.database.assertDoneOnce(key);
        rig.database.assertDoneOnce(callers);
    }

    @ParameterizedTest
    @MethodSource("all")
    @DisplayName(
            "B-16 the caller catches a duplicate flow number of a joined call and goes on: the call left nothing, the caller's own writes are there")
    void joinedFails(Rig rig) throws Exception {
        String callers = UUID.randomUUID().toString();
        String flow = "INSERT INTO account (id, balance) VALUES (?, 0)";
        rig.jdbc.update(flow, key.substring(0, 20));
        rig.onlyOnce.run(TRANSFER, call(callers), outer -> {
            rig.effect(callers);
            assertThatThrownBy(() -> rig.onlyOnce.run(TRANSFER, call(key), attempt -> {
                        rig.effect(key);
                        rig.jdbc.update(flow, key.substring(0, 20));
                        return "never";
                    }))
                    .isInstanceOf(DuplicateKeyException.class);
            return "done";
        });
        rig.database.assertNothing(key);
        rig.database.assertDoneOnce(callers);
    }

    @ParameterizedTest
    @MethodSource("jdbc")
    @DisplayName("the store's connection is the transaction's own, and there is none outside of one")
    void connection(Rig rig) throws Exception {
        assertThatThrownBy(rig.transactions::connection)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("No transaction of OnlyOnce's data source");
        rig.transactions.run(() -> {
            assertThat(rig.transactions.connection()).isSameAs(rig.transactions.connection());
            assertThat(rig.transactions.connection().getAutoCommit()).isFalse();
            return Ended.commit(true);
        });
    }

    @ParameterizedTest
    @MethodSource("all")
    @DisplayName(
            "what was registered for after the commit fails: the answer is given all the same, because it is committed")
    void failsAfterCommit(Rig rig) throws Exception {
        Outcome<String> outcome = rig.onlyOnce.run(TRANSFER, call(key), attempt -> {
            rig.effect(key);
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    throw new IllegalStateException("no mail today");
                }
            });
            return "done";
        });
        assertThat(outcome).isEqualTo(new Outcome.Executed<>("done"));
        rig.database.assertDoneOnce(key);
    }

    @Test
    @DisplayName(
            "B-15 a listener of the manager's that fails in front of the commit: nothing is kept, and a retry runs")
    void listenerFailsBeforeCommit() throws Exception {
        JdbcTransactionManager manager = new JdbcTransactionManager(postgres.pool());
        AtomicBoolean failing = new AtomicBoolean(true);
        manager.addListener(new TransactionExecutionListener() {
            @Override
            public void beforeCommit(TransactionExecution transaction) {
                if (failing.get()) {
                    throw new IllegalStateException("injected: not this one");
                }
            }
        });
        Rig rig = new Rig(postgres, manager);
        assertThatThrownBy(() -> rig.done(key)).isInstanceOf(IllegalStateException.class);
        postgres.assertNothing(key);
        failing.set(false);
        assertThat(rig.done(key)).isEqualTo("done");
        postgres.assertDoneOnce(key);
    }

    @ParameterizedTest
    @MethodSource("all")
    @DisplayName("B-15 what was registered for before the commit fails: nothing is kept")
    void failsBeforeCommit(Rig rig) {
        assertThatThrownBy(() -> rig.onlyOnce.run(TRANSFER, call(key), attempt -> {
                    rig.effect(key);
                    TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                        @Override
                        public void beforeCommit(boolean readOnly) {
                            throw new IllegalStateException("no flush today");
                        }
                    });
                    return "done";
                }))
                .hasMessage("no flush today");
        rig.database.assertNothing(key);
    }
}
