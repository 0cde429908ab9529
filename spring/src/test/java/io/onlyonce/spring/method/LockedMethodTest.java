package io.onlyonce.spring.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.error.LockBusyException;
import io.onlyonce.error.MisuseException;
import io.onlyonce.lock.LockName;
import io.onlyonce.lock.LockTerms;
import io.onlyonce.lock.Locks;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.support.App;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.testkit.Herd;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.util.AopTestUtils;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** {@code @Idempotent(lock = …)}: held around the whole call, by rows of the database. */
class LockedMethodTest {
    private static BusinessDatabase database;
    private static ConfigurableApplicationContext app;
    private static Accounts accounts;

    private final String account = UUID.randomUUID().toString().substring(0, 18);

    static class Accounts {
        private final JdbcTemplate jdbc;
        final AtomicInteger runs = new AtomicInteger();

        Accounts(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        /** Guarded by nothing but the lock: reads, and writes what it makes of it. */
        @Idempotent(key = "#key", lock = "'account/' + #account", lockPatience = "60s")
        @Transactional
        public int add(String account, String key) {
            Integer balance = jdbc.queryForObject("SELECT balance FROM account WHERE id = ?", Integer.class, account);
            int after = (balance == null ? 0 : balance) + 1;
            jdbc.update("UPDATE account SET balance = ? WHERE id = ?", after, account);
            return after;
        }

        @Idempotent(key = "#key", lock = "'account/' + #account", lockPatience = "0ms", lockLease = "10s")
        public int hasty(String account, String key) {
            return runs.incrementAndGet();
        }

        @Idempotent(key = "#key", lock = "#account == null ? null : #account.trim()")
        public int named(String account, String key) {
            return runs.incrementAndGet();
        }
    }

    @BeforeAll
    static void open() {
        database = BusinessDatabase.postgres();
        app = App.start(database, Accounts.class);
        accounts = app.getBean(Accounts.class);
    }

    @AfterAll
    static void close() {
        app.close();
        database.close();
    }

    private static int runs() {
        return ((Accounts) AopTestUtils.getTargetObject(accounts)).runs.get();
    }

    @Test
    @DisplayName("B-27 the next holder sees what the last one committed: 50 rounds of 8 keys, and each key twice")
    void serialised() throws Exception {
        database.database().execute("INSERT INTO account VALUES ('" + account + "', 0)");
        for (int round = 1; round <= 50; round++) {
            int number = round;
            Herd.of(8).runAll(member -> accounts.add(account, account + "-" + number + "-" + member / 2));
            assertThat(database.queryLong("SELECT balance FROM account WHERE id = ?", account))
                    .isEqualTo(4L * round);
        }
    }

    @Test
    @DisplayName("B-25 the lock is held elsewhere: the method is not run, and no record says that it was")
    void busy() throws Exception {
        int before = runs();
        Locks locks = app.getBean(Locks.class);
        LockTerms terms = new LockTerms(Duration.ZERO, Duration.ofMinutes(1));
        locks.run(new LockName("account/" + account), terms, held -> {
            assertThatThrownBy(() -> Herd.of(1).runAll(member -> accounts.hasty(account, account)))
                    .hasRootCauseInstanceOf(LockBusyException.class);
            return null;
        });
        assertThat(runs()).isEqualTo(before);
        assertThat(database.records(account)).isZero();
        assertThat(accounts.hasty(account, account)).isEqualTo(before + 1);
        assertThat(accounts.hasty(account, account)).isEqualTo(before + 1);
    }

    @Test
    @DisplayName("B-27 inside the caller's transaction: refused, because the lock would be released before the commit")
    void insideTransaction() {
        TransactionTemplate transaction = new TransactionTemplate(app.getBean(PlatformTransactionManager.class));
        int before = runs();
        assertThatThrownBy(() -> transaction.executeWithoutResult(status -> accounts.hasty(account, account)))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("inside an open transaction");
        assertThat(runs()).isEqualTo(before);
        assertThat(database.records(account)).isZero();
    }

    @Test
    @DisplayName("B-25 a lock without a usable name: the method is not run")
    void names() {
        int before = runs();
        assertThatThrownBy(() -> accounts.named(" ", account)).isInstanceOf(MisuseException.class);
        assertThatThrownBy(() -> accounts.named("two words", account)).isInstanceOf(IllegalArgumentException.class);
        assertThat(runs()).isEqualTo(before);
        assertThat(database.records(account)).isZero();
    }
}
