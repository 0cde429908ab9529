package io.onlyonce.spring.method;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.support.App;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Effects;
import io.onlyonce.testkit.Herd;
import java.util.UUID;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.transaction.annotation.Transactional;

/** Two annotated methods that lock the same rows in opposite order. */
class DeadlockMethodsTest {
    private static final int ROUNDS = 5;

    /** A victim that is quick takes its row again before the other one, which waits for it, wakes up; then they meet again. */
    private static final Semaphore MOVED = new Semaphore(0);

    static class Transfers {
        private final Effects effects;
        private final CyclicBarrier bothHoldOne = new CyclicBarrier(2);

        Transfers(Effects effects) {
            this.effects = effects;
        }

        @Idempotent(key = "#key")
        @Transactional
        public String there(String key) throws Exception {
            return move(key, "a", "b");
        }

        @Idempotent(key = "#key")
        @Transactional
        public String back(String key) throws Exception {
            return move(key, "b", "a");
        }

        private String move(String key, String from, String to)
                throws InterruptedException, BrokenBarrierException, TimeoutException {
            effects.write(key);
            if (effects.runs(key) > 1) {
                assertThat(MOVED.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
            }
            add(from, -1);
            if (effects.runs(key) == 1) {
                bothHoldOne.await(30, TimeUnit.SECONDS);
            }
            add(to, 1);
            return "moved";
        }

        private void add(String account, int amount) {
            effects.jdbc().update("UPDATE account SET balance = balance + ? WHERE id = ?", amount, account);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"PostgreSQL", "MariaDB"})
    @DisplayName(
            "the deadlock's victim is run again as a whole method: both take effect once, no money is made or lost")
    void deadlock(String make) {
        try (BusinessDatabase database =
                make.equals("PostgreSQL") ? BusinessDatabase.postgres() : BusinessDatabase.mariadb()) {
            database.database()
                    .execute("INSERT INTO account VALUES ('a', 100)", "INSERT INTO account VALUES ('b', 100)");
            App.runner(database, Transfers.class).run(context -> {
                Transfers transfers = context.getBean(Transfers.class);
                Effects effects = context.getBean(Effects.class);
                for (int round = 0; round < ROUNDS; round++) {
                    String key = UUID.randomUUID().toString();
                    MOVED.drainPermits();
                    assertThat(Herd.of(2).runAll(member -> {
                                String answer = member == 0 ? transfers.there(key + 0) : transfers.back(key + 1);
                                MOVED.release();
                                return answer;
                            }))
                            .containsOnly("moved");
                    assertThat(effects.runs(key + 0) + effects.runs(key + 1))
                            .as("one victim")
                            .isEqualTo(3);
                    database.assertDoneOnce(key + 0);
                    database.assertDoneOnce(key + 1);
                }
            });
            assertThat(database.queryLong("SELECT balance FROM account WHERE id = 'a'"))
                    .isEqualTo(100);
            assertThat(database.queryLong("SELECT balance FROM account WHERE id = 'b'"))
                    .isEqualTo(100);
            database.standingChecks();
        }
    }
}
