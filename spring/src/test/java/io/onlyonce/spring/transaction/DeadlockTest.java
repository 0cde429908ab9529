package io.onlyonce.spring.transaction;

import static io.onlyonce.spring.transaction.Rig.TRANSFER;
import static io.onlyonce.spring.transaction.Rig.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.jdbc.SqlFailures;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.Herd.Ended;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** A deadlock ends the whole transaction: the whole unit is run again, or nothing of it may be committed. */
class DeadlockTest {
    private static BusinessDatabase postgres;
    private static BusinessDatabase mariadb;

    @BeforeAll
    static void open() {
        postgres = BusinessDatabase.postgres();
        mariadb = BusinessDatabase.mariadb();
        for (BusinessDatabase database : List.of(postgres, mariadb)) {
            database.database()
                    .execute("INSERT INTO account VALUES ('0', 100)", "INSERT INTO account VALUES ('1', 100)");
        }
    }

    @AfterAll
    static void close() {
        postgres.close();
        mariadb.close();
    }

    static Stream<Rig> rigs() {
        return Stream.of(
                new Rig(postgres, new JdbcTransactionManager(postgres.pool())),
                new Rig(mariadb, new JdbcTransactionManager(mariadb.pool())));
    }

    private static void take(Rig rig, int account) {
        rig.jdbc.update("UPDATE account SET balance = balance - 1 WHERE id = ?", Integer.toString(account));
    }

    @ParameterizedTest
    @MethodSource("rigs")
    @DisplayName(
            "two operations lock the same rows in opposite order: the victim is run again as a whole, both take effect once")
    void runAgain(Rig rig) {
        long before = rig.database.queryLong("SELECT SUM(balance) FROM account");
        for (int round = 0; round < 5; round++) {
            String run = UUID.randomUUID().toString();
            CyclicBarrier bothHoldOne = new CyclicBarrier(2);
            boolean[] met = new boolean[2];
            Herd.of(2)
                    .runAll(member -> rig.onlyOnce.run(TRANSFER, call(run + member), attempt -> {
                        rig.effect(run + member);
                        take(rig, member);
                        if (!met[member]) {
                            met[member] = true;
                            bothHoldOne.await(30, TimeUnit.SECONDS);
                        }
                        take(rig, 1 - member);
                        return "done";
                    }));
            rig.database.assertDoneOnce(run + 0);
            rig.database.assertDoneOnce(run + 1);
        }
        assertThat(rig.database.queryLong("SELECT SUM(balance) FROM account")).isEqualTo(before - 20);
        rig.database.standingChecks();
    }

    @ParameterizedTest
    @MethodSource("rigs")
    @DisplayName(
            "B-16 a caller swallows the deadlock of a joined call: what the database undid with it is not committed by halves")
    void swallowedInJoined(Rig rig) {
        String run = UUID.randomUUID().toString();
        CyclicBarrier bothHoldOne = new CyclicBarrier(2);
        List<Ended<String>> ends = Herd.of(2)
                .run(member -> rig.onlyOnce
                        .run(TRANSFER, call(run + "/caller" + member), outer -> {
                            rig.effect(run + "/caller" + member);
                            take(rig, member);
                            bothHoldOne.await(30, TimeUnit.SECONDS);
                            try {
                                rig.onlyOnce.run(TRANSFER, call(run + "/inner" + member), attempt -> {
                                    rig.effect(run + "/inner" + member);
                                    take(rig, 1 - member);
                                    return "done";
                                });
                            } catch (RuntimeException swallowed) {
                                assertThat(SqlFailures.retryable(swallowed)).isTrue();
                            }
                            rig.jdbc.queryForList("SELECT 1"); // on MariaDB this would begin a new transaction
                            return "done";
                        })
                        .orElseThrow());
        rig.database.standingChecks();
        boolean savepointsSurvive = rig.database == postgres;
        assertThat(ends).filteredOn(end -> end.failure() == null).hasSize(savepointsSurvive ? 2 : 1);
        long inner = 0;
        for (int member = 0; member < 2; member++) {
            boolean committed = ends.get(member).failure() == null;
            assertThat(rig.database.effects(run + "/caller" + member)).isEqualTo(committed ? 1 : 0);
            inner += rig.database.effects(run + "/inner" + member);
        }
        assertThat(inner).isEqualTo(1);
        assertThatThrownBy(() -> rig.transactions.run(() -> {
                    throw new IllegalStateException("the pool is in order");
                }))
                .hasMessage("the pool is in order");
    }
}
