package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.SideTransaction;
import io.onlyonce.transaction.TransactionRunner;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The contract of a {@link TransactionRunner}. A runner's test gives the runner and something that is written in its transactions: one row per effect,
 * for example.
 */
public abstract class TransactionRunnerContract {
    private final String run = UUID.randomUUID().toString();

    /** The runner; the same one each time within a test. Four transactions at once, at least. */
    protected abstract TransactionRunner transactions();

    /** Writes one effect of this name in the transaction that is open on this thread. */
    protected abstract void recordEffect(String name) throws Exception;

    /** How many effects of this name another client finds: only committed ones. */
    protected abstract long countEffects(String name);

    private void write(String name) throws Exception {
        recordEffect(run + "/" + name);
    }

    private long written(String name) {
        return countEffects(run + "/" + name);
    }

    @Test
    @DisplayName("a unit's writes are there when it has returned, and its result is handed on")
    void committed() throws Exception {
        String result = transactions().run(() -> {
            write("own");
            return Ended.commit("result");
        });
        assertThat(result).isEqualTo("result");
        assertThat(written("own")).isEqualTo(1);
    }

    @Test
    @DisplayName("a result of null is handed on")
    @SuppressWarnings("NullAway") // nullness inside generics and arrays is read from JDK 22 on
    void nullResult() throws Exception {
        assertThat(transactions().<Object>run(() -> Ended.commit(null))).isNull();
        assertThat(transactions().<Object>run(() -> Ended.rollBack(null))).isNull();
    }

    @Test
    @DisplayName("nobody sees a unit's writes before it has ended")
    void invisibleBefore() {
        try (SideTransaction side = SideTransaction.begin(transactions())) {
            side.call(() -> {
                write("side");
                return true;
            });
            assertThat(written("side")).isZero();
            side.commit();
        }
        assertThat(written("side")).isEqualTo(1);
    }

    @Test
    @DisplayName("a unit that ends with rollBack keeps nothing, and its result is handed on")
    void rolledBack() throws Exception {
        String result = transactions().run(() -> {
            write("undone");
            return Ended.rollBack("result");
        });
        assertThat(result).isEqualTo("result");
        assertThat(written("undone")).isZero();
    }

    @Test
    @DisplayName("B-15 whatever a unit throws comes out as the same object, and nothing is kept")
    void exceptionsPassThrough() {
        for (Throwable failure : List.of(
                new IOException("checked"),
                new IllegalStateException("unchecked"),
                new AssertionError("error"),
                new InterruptedException("interrupted"))) {
            assertThatThrownBy(() -> transactions().run(() -> {
                        write("failed");
                        throw thrown(failure);
                    }))
                    .isSameAs(failure);
            assertThat(transactions().joins()).isFalse();
        }
        assertThat(written("failed")).isZero();
    }

    @Test
    @DisplayName("joins() is true inside a unit and only there: not before, not after, not on another thread")
    void joins() throws Exception {
        assertThat(transactions().joins()).isFalse();
        transactions().run(() -> {
            assertThat(transactions().joins()).isTrue();
            assertThat(Herd.of(1).runAll(member -> transactions().joins())).containsExactly(false);
            transactions()
                    .run(() -> Ended.commit(assertThat(transactions().joins()).isTrue()));
            assertThat(transactions().joins()).isTrue();
            return Ended.commit(true);
        });
        assertThat(transactions().joins()).isFalse();
    }

    @Test
    @DisplayName("a joined unit's writes are kept when the outer unit commits, not before")
    void joinedKept() throws Exception {
        transactions().run(() -> {
            write("outer");
            String inner = transactions().run(() -> {
                write("inner");
                return Ended.commit("inner result");
            });
            assertThat(inner).isEqualTo("inner result");
            assertThat(written("inner")).isZero();
            return Ended.commit(true);
        });
        assertThat(written("outer")).isEqualTo(1);
        assertThat(written("inner")).isEqualTo(1);
    }

    @Test
    @DisplayName("a joined unit's writes go when the outer unit is rolled back")
    void outerRolledBack() throws Exception {
        transactions().run(() -> {
            transactions().run(() -> {
                write("inner");
                return Ended.commit(true);
            });
            return Ended.rollBack(true);
        });
        assertThat(written("inner")).isZero();
    }

    @Test
    @DisplayName(
            "B-16 a joined unit that is rolled back takes its own writes with it; the outer unit lives and commits")
    void joinedRolledBack() throws Exception {
        transactions().run(() -> {
            write("before");
            transactions().run(() -> {
                write("inner");
                return Ended.rollBack(true);
            });
            write("after");
            return Ended.commit(true);
        });
        assertThat(written("before")).isEqualTo(1);
        assertThat(written("inner")).isZero();
        assertThat(written("after")).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "B-16 a joined unit that throws takes its own writes with it; the outer unit may catch that, live and commit")
    void joinedThrew() throws Exception {
        IOException failure = new IOException("inner");
        transactions().run(() -> {
            write("before");
            assertThatThrownBy(() -> transactions().run(() -> {
                        write("inner");
                        throw failure;
                    }))
                    .isSameAs(failure);
            write("after");
            return Ended.commit(true);
        });
        assertThat(written("before")).isEqualTo(1);
        assertThat(written("inner")).isZero();
        assertThat(written("after")).isEqualTo(1);
    }

    @Test
    @DisplayName("units within units: each rollback undoes its own level and those inside it")
    void levels() throws Exception {
        transactions().run(() -> {
            write("1");
            transactions().run(() -> {
                write("2");
                transactions().run(() -> {
                    write("3");
                    return Ended.commit(true);
                });
                return Ended.rollBack(true);
            });
            transactions().run(() -> {
                write("2b");
                transactions().run(() -> {
                    write("3b");
                    return Ended.rollBack(true);
                });
                return Ended.commit(true);
            });
            return Ended.commit(true);
        });
        assertThat(List.of(written("1"), written("2"), written("3"), written("2b"), written("3b")))
                .containsExactly(1L, 0L, 0L, 1L, 0L);
    }

    @Test
    @DisplayName("units one after the other on a thread do not share their fate")
    void oneAfterTheOther() throws Exception {
        for (int i = 0; i < 6; i++) {
            boolean kept = i % 2 == 0;
            String name = "unit-" + i;
            transactions().run(() -> {
                write(name);
                return new Ended<>(true, kept);
            });
            assertThat(written(name)).isEqualTo(kept ? 1 : 0);
        }
    }

    @Test
    @DisplayName("a hundred units that fail take no connection with them")
    void failuresLeakNothing() throws Exception {
        for (int i = 0; i < 100; i++) {
            assertThatThrownBy(() -> transactions().run(() -> {
                        transactions().run(() -> {
                            write("leak");
                            throw new IOException("inner");
                        });
                        return Ended.commit(true);
                    }))
                    .isInstanceOf(IOException.class);
        }
        transactions().run(() -> {
            write("after");
            return Ended.commit(true);
        });
        assertThat(written("after")).isEqualTo(1);
        assertThat(written("leak")).isZero();
    }

    @Test
    @DisplayName("units on different threads run side by side, each in its own transaction")
    void sideBySide() {
        CyclicBarrier inside = new CyclicBarrier(4);
        Herd.of(4)
                .runAll(member -> transactions().run(() -> {
                    write("member-" + member);
                    inside.await(30, TimeUnit.SECONDS);
                    return new Ended<>(true, member % 2 == 0);
                }));
        assertThat(List.of(written("member-0"), written("member-1"), written("member-2"), written("member-3")))
                .containsExactly(1L, 0L, 1L, 0L);
    }

    @Test
    @DisplayName("a business failure is not taken for one that the database would let through at another try")
    void businessFailureIsNotRetryable() {
        assertThat(transactions().retryable(new IllegalArgumentException("business")))
                .isFalse();
        assertThat(transactions().retryable(new IOException("remote", new IllegalStateException("cause"))))
                .isFalse();
    }

    private static Exception thrown(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return (Exception) failure;
    }
}
