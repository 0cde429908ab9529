package io.onlyonce.spring.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.error.RequestInProgressException;
import io.onlyonce.probe.Point;
import io.onlyonce.probe.Probe;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.support.App;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Effects;
import io.onlyonce.testkit.FaultProbe;
import io.onlyonce.testkit.InjectedFault;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.stereotype.Component;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionAspectSupport;

/** Annotated methods, their own {@code @Transactional}, and those around and inside of them. */
class TransactionalMethodsTest {
    private static BusinessDatabase database;
    private static ConfigurableApplicationContext app;
    private static Payments payments;
    private static Callers callers;

    private static final CountDownLatch inside = new CountDownLatch(1);
    private static final CountDownLatch goOn = new CountDownLatch(1);

    private final String key = UUID.randomUUID().toString();

    public static class RefusedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public RefusedException(String message) {
            super(message);
        }
    }

    /** What the business writes through. */
    static class Ledger {
        private final Effects effects;

        Ledger(Effects effects) {
            this.effects = effects;
        }

        @Transactional
        public void write(String key) {
            effects.write(key);
        }

        @Transactional
        public void refuse(String key) {
            effects.write(key);
            throw new RefusedException("refused");
        }

        @Transactional(propagation = Propagation.NESTED)
        public void refuseNested(String key) {
            effects.write(key);
            throw new RefusedException("refused");
        }
    }

    static class Payments {
        private final Ledger ledger;
        private final Effects effects;

        Payments(Ledger ledger, Effects effects) {
            this.ledger = ledger;
            this.effects = effects;
        }

        @Idempotent(key = "#key")
        public String plain(String key) {
            ledger.write(key);
            return "done";
        }

        @Idempotent(key = "#key")
        @Transactional
        public String required(String key) {
            ledger.write(key);
            return "done";
        }

        @Idempotent(key = "#key")
        @Transactional(propagation = Propagation.MANDATORY)
        public String mandatory(String key) {
            ledger.write(key);
            return "done";
        }

        @Idempotent(key = "#key")
        @Transactional(propagation = Propagation.SUPPORTS)
        public String supports(String key) {
            ledger.write(key);
            return "done";
        }

        @Idempotent(key = "#key")
        @Transactional(propagation = Propagation.NESTED)
        public String nested(String key) {
            ledger.write(key);
            return "done";
        }

        @Idempotent(key = "#key", remembers = RefusedException.class)
        @Transactional
        public String refused(String key) {
            ledger.refuse(key);
            return "never";
        }

        @Idempotent(key = "#key")
        @Transactional
        public String swallows(String key) {
            try {
                ledger.refuse(key);
            } catch (RefusedException e) {
                return "looks like success";
            }
            return "never";
        }

        @Idempotent(key = "#key")
        public String swallowsNested(String key) {
            try {
                ledger.refuseNested(key);
            } catch (RefusedException e) {
                ledger.write(key);
                return "done another way";
            }
            return "never";
        }

        @Idempotent(key = "#key")
        @Transactional
        public String marksRollbackOnly(String key) {
            effects.write(key);
            TransactionAspectSupport.currentTransactionStatus().setRollbackOnly();
            return "looks like success";
        }

        @Idempotent(key = "#key", patience = "0s")
        public String slow(String key) throws InterruptedException {
            effects.write(key);
            inside.countDown();
            assertThat(goOn.await(60, TimeUnit.SECONDS)).isTrue();
            return "done";
        }
    }

    /** Methods of the application that call annotated ones in a transaction of their own. */
    @Component
    static class Callers {
        private final Payments payments;

        Callers(Payments payments) {
            this.payments = payments;
        }

        @Transactional
        public void catchesRefusal(String key) {
            assertThatThrownBy(() -> payments.refused(key)).isInstanceOf(RefusedException.class);
            payments.required(key + "/caller");
        }

        @Transactional
        public void failsAfterwards(String key) {
            payments.required(key);
            throw new IllegalStateException("the caller fails");
        }

        @Transactional
        public String callsTwice(String key) {
            return payments.required(key) + payments.required(key);
        }
    }

    @BeforeAll
    static void open() {
        database = BusinessDatabase.postgres();
        app = App.start(database, Ledger.class, Payments.class, Callers.class);
        payments = app.getBean(Payments.class);
        callers = app.getBean(Callers.class);
    }

    @AfterAll
    static void close() {
        app.close();
        database.close();
    }

    @AfterEach
    void check() {
        database.standingChecks();
    }

    enum Joining {
        PLAIN,
        REQUIRED,
        MANDATORY,
        SUPPORTS,
        NESTED;

        String call(String key) {
            return switch (this) {
                case PLAIN -> payments.plain(key);
                case REQUIRED -> payments.required(key);
                case MANDATORY -> payments.mandatory(key);
                case SUPPORTS -> payments.supports(key);
                case NESTED -> payments.nested(key);
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("a method without @Transactional, or with one that joins, has one effect in the record's transaction")
    void joining(Joining propagation) {
        assertThat(propagation.call(key)).isEqualTo("done").isEqualTo(propagation.call(key));
        database.assertDoneOnce(key);
    }

    @Test
    @DisplayName("B-15 a refusal through two layers of @Transactional: rolled back, remembered, told again")
    void refusal() {
        for (int call = 0; call < 3; call++) {
            assertThatThrownBy(() -> payments.refused(key))
                    .isExactlyInstanceOf(RefusedException.class)
                    .hasMessage("refused");
        }
        database.assertRefused(key);
    }

    @Test
    @DisplayName(
            "B-16 the method swallows the failure of an inner @Transactional: UnexpectedRollbackException, nothing kept")
    void swallowed() {
        for (int call = 0; call < 2; call++) {
            assertThatThrownBy(() -> payments.swallows(key)).isInstanceOf(UnexpectedRollbackException.class);
            database.assertNothing(key);
        }
    }

    @Test
    @DisplayName("B-16 the method swallows the failure of a nested transaction and goes on: that is one effect")
    void swallowedNested() {
        for (int call = 0; call < 2; call++) {
            assertThat(payments.swallowsNested(key)).isEqualTo("done another way");
        }
        database.assertDoneOnce(key);
    }

    @Test
    @DisplayName("B-15 (c) setRollbackOnly and a normal return: nothing is kept, no record, no success is told")
    void rollbackOnly() {
        for (int call = 0; call < 2; call++) {
            assertThatThrownBy(() -> payments.marksRollbackOnly(key)).isInstanceOf(UnexpectedRollbackException.class);
            database.assertNothing(key);
        }
    }

    @Test
    @DisplayName("B-15 in the caller's transaction: the refusal is remembered with the caller's commit")
    void callerCatchesRefusal() {
        callers.catchesRefusal(key);
        database.assertRefused(key);
        database.assertDoneOnce(key + "/caller");
    }

    @Test
    @DisplayName("B-15 in the caller's transaction: the caller's rollback takes effect and record, a retry runs")
    void callerFails() {
        assertThatThrownBy(() -> callers.failsAfterwards(key)).hasMessage("the caller fails");
        database.assertNothing(key);
        assertThat(callers.callsTwice(key)).isEqualTo("donedone");
        database.assertDoneOnce(key);
    }

    @ParameterizedTest
    @EnumSource(names = {"COMPLETED", "COMMITTED"})
    @DisplayName(
            "B-15 (a) (b) the process dies at a point: after the commit the retry gets the answer, before it the retry runs")
    void dies(Point point) {
        ApplicationContextRunner dying =
                App.runner(database, Ledger.class, Payments.class).withBean(Probe.class, () -> FaultProbe.once(point));
        dying.run(context -> {
            assertThatThrownBy(() -> context.getBean(Payments.class).required(key))
                    .isInstanceOf(InjectedFault.class);
            if (point == Point.COMMITTED) {
                database.assertDoneOnce(key);
            } else {
                database.assertNothing(key);
            }
        });
        assertThat(payments.required(key)).isEqualTo("done");
        assertThat(app.getBean(Effects.class).runs(key)).isEqualTo(point == Point.COMMITTED ? 0 : 1);
        database.assertDoneOnce(key);
    }

    @Test
    @DisplayName(
            "B-15 (f) a duplicate in another process while the first call is not committed: told so or answered, one effect")
    void duplicateMeanwhile() throws Exception {
        CompletableFuture<String> first = new CompletableFuture<>();
        Thread owner = new Thread(() -> {
            try {
                first.complete(payments.slow(key));
            } catch (Exception | Error e) {
                first.completeExceptionally(e);
            }
        });
        owner.start();
        assertThat(inside.await(60, TimeUnit.SECONDS)).isTrue();
        App.runner(database, Ledger.class, Payments.class).run(other -> {
            assertThatThrownBy(() -> other.getBean(Payments.class).slow(key))
                    .isInstanceOf(RequestInProgressException.class);
            goOn.countDown();
            assertThat(first.get(60, TimeUnit.SECONDS)).isEqualTo("done");
            assertThat(other.getBean(Payments.class).slow(key)).isEqualTo("done");
        });
        database.assertDoneOnce(key);
    }
}
