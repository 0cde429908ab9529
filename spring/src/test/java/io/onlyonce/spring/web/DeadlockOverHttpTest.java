package io.onlyonce.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Client.Answer;
import io.onlyonce.spring.support.Effects;
import io.onlyonce.spring.support.WebApp;
import io.onlyonce.testkit.Herd;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** A deadlock in a handler: the whole handler is run again, and the client sees nothing of it. */
class DeadlockOverHttpTest {
    /** A victim that is quick takes its row again before the other one, which waits for it, wakes up; then they meet again. */
    private static final Semaphore MOVED = new Semaphore(0);

    @RestController
    static class Transfers {
        private final Effects effects;
        private final CyclicBarrier bothHoldOne = new CyclicBarrier(2);

        Transfers(Effects effects) {
            this.effects = effects;
        }

        @PostMapping("/transfers/{from}/{to}/{key}")
        @Idempotent
        @Transactional
        public String move(@PathVariable String from, @PathVariable String to, @PathVariable String key)
                throws Exception {
            effects.write(key);
            if (effects.runs(key) > 1) {
                assertThat(MOVED.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
            }
            add(from, -1);
            if (effects.runs(key) == 1) {
                bothHoldOne.await(30, TimeUnit.SECONDS);
            }
            add(to, 1);
            return "moved in run " + effects.runs(key);
        }

        /** Always meets a deadlock's error, as its database tells it. */
        @PostMapping("/victims/{key}")
        @Idempotent
        public String victim(@PathVariable String key) {
            effects.write(key);
            throw new CannotAcquireLockException("deadlock", new SQLException("deadlock", "40001"));
        }

        private void add(String account, int amount) {
            effects.jdbc().update("UPDATE account SET balance = balance + ? WHERE id = ?", amount, account);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"PostgreSQL", "MariaDB"})
    @DisplayName(
            "two requests lock the same rows in opposite order: both answer 200, one was run twice; always a victim: 503, to be repeated")
    void deadlock(String make) {
        try (BusinessDatabase database =
                        make.equals("PostgreSQL") ? BusinessDatabase.postgres() : BusinessDatabase.mariadb();
                WebApp app = WebApp.start(database, Transfers.class, "onlyonce.http.anonymous=shared")) {
            database.database()
                    .execute("INSERT INTO account VALUES ('a', 100)", "INSERT INTO account VALUES ('b', 100)");
            for (int round = 0; round < 3; round++) {
                String key = UUID.randomUUID().toString();
                List<String> paths = List.of("/transfers/a/b/" + key + "1", "/transfers/b/a/" + key + "2");
                MOVED.drainPermits();
                List<String> answers = Herd.of(2).runAll(member -> {
                    Answer answer = app.client()
                            .post(paths.get(member))
                            .key(key + (member + 1))
                            .send();
                    MOVED.release();
                    return answer.status() + " " + answer.body();
                });
                assertThat(answers).containsExactlyInAnyOrder("200 moved in run 1", "200 moved in run 2");
                database.assertDoneOnce(key + "1");
                database.assertDoneOnce(key + "2");
            }
            assertThat(database.queryLong("SELECT balance FROM account WHERE id = 'a'"))
                    .isEqualTo(100);
            String key = UUID.randomUUID().toString();
            Answer victim = app.client().post("/victims/" + key).key(key).send();
            assertThat(victim.status()).isEqualTo(503);
            assertThat(victim.header("Retry-After")).isNotNull();
            assertThat(victim.body()).contains("try-again");
            assertThat(app.bean(Effects.class).runs(key)).isEqualTo(3);
            database.assertNothing(key);
            database.standingChecks();
        }
    }
}
