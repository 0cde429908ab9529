package io.onlyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.lock.Grant;
import io.onlyonce.lock.LockName;
import io.onlyonce.lock.LockProvider;
import io.onlyonce.lock.LockTerms;
import io.onlyonce.lock.Locks;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.contract.LockProviderContract;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What every lock provider must do, and what rows of a table are asked beyond it, on some database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class LocksSuite {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final LockTerms PATIENT = new LockTerms(Duration.ofMinutes(1), LONG);
    private static final int ROUNDS = 50;
    private static final int THREADS = 8;

    private final LockName name = new LockName("account/" + UUID.randomUUID());
    private Tables tables;

    abstract TestDatabase newDatabase();

    /** Sets a session's time zone. */
    abstract String timeZone(String offset);

    /** The sessions in use: an isolation level, for example. */
    DataSource sessions(DataSource pool) {
        return pool;
    }

    @BeforeAll
    void open() {
        TestDatabase database = newDatabase();
        tables = Tables.in(database, sessions(database.dataSource(24)));
        database.execute("CREATE TABLE account (id INT PRIMARY KEY, balance INT NOT NULL, fence BIGINT NOT NULL)");
        database.execute("INSERT INTO account (id, balance, fence) VALUES (1, 0, 0), (2, 0, 0)");
    }

    @AfterAll
    void close() {
        tables.close();
    }

    @Nested
    class Contract extends LockProviderContract {
        private final JdbcLockProvider provider = new JdbcLockProvider(tables.pool());

        @Override
        protected LockProvider provider() {
            return provider;
        }

        @Override
        protected void expire(LockName name) {
            tables.expire(name);
        }
    }

    @Test
    @DisplayName(
            "eight threads of two instances read a row and write it back without any other guard, fifty rounds: the sum is exact")
    void race() {
        List<Locks> instances = List.of(instance(), instance());
        List<Long> fences = Collections.synchronizedList(new ArrayList<>());
        for (int round = 0; round < ROUNDS; round++) {
            Herd.of(THREADS)
                    .within(Duration.ofMinutes(2))
                    .runAll(member -> instances
                            .get(member % 2)
                            .run(
                                    name,
                                    PATIENT,
                                    lock -> tables.transactions().run(() -> {
                                        long balance = read("SELECT balance FROM account WHERE id = 1");
                                        fences.add(lock.fence().number());
                                        tables.execute(
                                                "UPDATE account SET balance = " + (balance + 1) + " WHERE id = 1");
                                        return Ended.commit(true);
                                    })));
        }
        assertThat(tables.count("SELECT balance FROM account WHERE id = 1")).isEqualTo(ROUNDS * THREADS);
        assertThat(fences).hasSize(ROUNDS * THREADS).isSorted().doesNotHaveDuplicates();
        assertThat(tables.count("SELECT fence FROM onlyonce_lock WHERE name = ?", name.value()))
                .isEqualTo(fences.get(fences.size() - 1));
    }

    @Test
    @DisplayName(
            "a name that was never locked, eight who want it at once, fifty rounds: one gets it, with the first fence")
    void first() {
        LockProvider provider = new JdbcLockProvider(tables.pool());
        for (int round = 0; round < ROUNDS; round++) {
            LockName fresh = new LockName("fresh/" + UUID.randomUUID());
            List<Grant> grants =
                    Herd.of(THREADS).runAll(member -> provider.tryAcquire(fresh, "owner-" + member, LONG)).stream()
                            .flatMap(Optional::stream)
                            .toList();
            assertThat(grants).hasSize(1);
            assertThat(grants.get(0).fence().number()).isEqualTo(1);
            assertThat(provider.release(grants.get(0))).isTrue();
            assertThat(tables.count("SELECT COUNT(*) FROM onlyonce_lock WHERE name = ?", fresh.value()))
                    .as("the row stays, for its fence")
                    .isEqualTo(1);
        }
    }

    @Test
    @DisplayName(
            "B-24 a lease runs out before eight who want it, fifty rounds: one takes it over, the late owner changes nothing")
    void takeOver() {
        LockProvider provider = new JdbcLockProvider(tables.pool());
        Grant late = provider.tryAcquire(name, "late", LONG).orElseThrow();
        for (int round = 0; round < ROUNDS; round++) {
            Grant loser = late;
            tables.expire(name);
            List<Grant> grants = Herd.of(THREADS)
                    .runAll(member -> {
                        if (member == 0) {
                            assertThat(provider.renew(loser, LONG)).isFalse();
                            assertThat(provider.release(loser)).isFalse();
                            return Optional.<Grant>empty();
                        }
                        return provider.tryAcquire(name, UUID.randomUUID().toString(), LONG);
                    })
                    .stream()
                    .flatMap(Optional::stream)
                    .toList();
            assertThat(grants).hasSize(1);
            assertThat(grants.get(0).fence().number()).isEqualTo(loser.fence().number() + 1);
            late = grants.get(0);
        }
        assertThat(provider.release(late)).isTrue();
    }

    @Test
    @DisplayName("B-27 the caller's transaction has nothing to do with it: its rollback does not end the lock")
    void ownConnection() throws Exception {
        LockProvider provider = new JdbcLockProvider(tables.pool());
        Grant grant = tables.transactions()
                .run(() -> Ended.rollBack(provider.tryAcquire(name, "one", LONG).orElseThrow()));
        assertThat(provider.tryAcquire(name, "two", LONG)).isEmpty();
        assertThat(provider.release(grant)).isTrue();
    }

    @Test
    @DisplayName("B-44 instances in other time zones: a lease is as long for one as for the other")
    void timeZones() {
        LockProvider east = new JdbcLockProvider(Sessions.with(tables.pool(), timeZone("+10:00")));
        LockProvider west = new JdbcLockProvider(Sessions.with(tables.pool(), timeZone("-10:00")));
        for (List<LockProvider> pair : List.of(List.of(east, west), List.of(west, east))) {
            Grant grant = pair.get(0).tryAcquire(name, "one", LONG).orElseThrow();
            assertThat(pair.get(1).tryAcquire(name, "two", LONG)).isEmpty();
            assertThat(pair.get(1).renew(grant, LONG)).isTrue();
            tables.expire(name);
            assertThat(pair.get(0).renew(grant, LONG)).isFalse();
            assertThat(pair.get(1)
                            .release(pair.get(1).tryAcquire(name, "two", LONG).orElseThrow()))
                    .isTrue();
        }
    }

    @Test
    @DisplayName("B-44 a holder that was overtaken writes late: its fence is too small, and 0 rows change")
    void lateWrite() {
        LockProvider provider = new JdbcLockProvider(tables.pool());
        Grant late = provider.tryAcquire(name, "one", LONG).orElseThrow();
        tables.expire(name);
        Grant next = provider.tryAcquire(name, "two", LONG).orElseThrow();
        assertThat(guardedWrite(next)).isEqualTo(1);
        assertThat(guardedWrite(late)).as("the late write").isZero();
        assertThat(guardedWrite(next))
                .as("a holder writes as often as it likes")
                .isEqualTo(1);
        assertThat(tables.count("SELECT balance FROM account WHERE id = 2")).isEqualTo(2);
        assertThat(provider.release(next)).isTrue();
    }

    @Test
    @DisplayName("B-23 no database: nothing is granted, and the caller is told so")
    void down() {
        TestDatabase gone = newDatabase();
        DataSource pool = gone.dataSource(2);
        JdbcSchema.createIfMissing(pool);
        LockProvider provider = new JdbcLockProvider(pool);
        Grant grant = provider.tryAcquire(name, "one", LONG).orElseThrow();
        gone.close();
        assertThatThrownBy(() -> provider.tryAcquire(name, "two", LONG)).isInstanceOf(StoreUnavailableException.class);
        assertThatThrownBy(() -> provider.renew(grant, LONG)).isInstanceOf(StoreUnavailableException.class);
        assertThatThrownBy(() -> provider.release(grant)).isInstanceOf(StoreUnavailableException.class);
    }

    private Locks instance() {
        return new Locks(new JdbcLockProvider(tables.pool()), tables.transactions());
    }

    private int guardedWrite(Grant grant) {
        long fence = grant.fence().number();
        return tables.update(
                "UPDATE account SET balance = balance + 1, fence = ? WHERE id = 2 AND fence <= ?", fence, fence);
    }

    private long read(String query) throws SQLException {
        try (var statement = tables.transactions().connection().createStatement();
                var row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }
}
