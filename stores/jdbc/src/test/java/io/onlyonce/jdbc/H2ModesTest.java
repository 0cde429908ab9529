package io.onlyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.Fingerprint;
import io.onlyonce.Outcome;
import io.onlyonce.lock.Grant;
import io.onlyonce.lock.LockName;
import io.onlyonce.record.Claim;
import io.onlyonce.record.ClaimRequest;
import io.onlyonce.record.Fence;
import java.time.Duration;
import java.util.UUID;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** H2 pretending to be something else. */
class H2ModesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "MODE=Regular",
                "MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH",
                "MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE",
                "MODE=MariaDB;DATABASE_TO_LOWER=TRUE",
                "MODE=Oracle"
            })
    @DisplayName("schema, claim, replay, lease, lock and purge work in every compatibility mode")
    void everyMode(String mode) throws Exception {
        JdbcDataSource source = new JdbcDataSource();
        source.setUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;" + mode);
        JdbcSchema.createIfMissing(source);
        JdbcSchema.check(source);
        Node node = Node.on(source);
        node.transactions().run(() -> {
            try (var statement = node.transactions().connection().createStatement()) {
                statement.execute("CREATE TABLE effect (name VARCHAR(200))");
            }
            return io.onlyonce.transaction.TransactionRunner.Ended.commit(true);
        });
        assertThat(node.pay("k")).isEqualTo(new Outcome.Executed<>("paid k"));
        assertThat(node.pay("k")).isEqualTo(new Outcome.Replayed<>("paid k"));

        JdbcLeasedRecordStore leased = new JdbcLeasedRecordStore(source);
        ClaimRequest request = new ClaimRequest(Node.key("l"), Fingerprint.of("payload"), Duration.ofMinutes(1));
        Claim.Claimed first = (Claim.Claimed) leased.claim(request);
        assertThat(leased.claim(request)).isInstanceOf(Claim.InProgress.class);
        assertThat(leased.abandon(Node.key("l"), first.fence())).isTrue();
        Claim.Claimed second = (Claim.Claimed) leased.takeOver(request, first.fence());
        assertThat(second.fence()).isGreaterThan(first.fence());
        assertThat(second.attempt()).isEqualTo(2);
        assertThat(leased.renew(Node.key("l"), second.fence(), Duration.ofMinutes(1)))
                .isTrue();
        assertThat(new JdbcRecordMaintenance(source).purgeExpired(10)).isZero();

        JdbcLockProvider locks = new JdbcLockProvider(source);
        LockName name = new LockName("x");
        Grant held = locks.tryAcquire(name, "one", Duration.ofMinutes(1)).orElseThrow();
        assertThat(locks.tryAcquire(name, "one", Duration.ofMinutes(1))).contains(held);
        assertThat(locks.tryAcquire(name, "two", Duration.ofMinutes(1))).isEmpty();
        assertThat(locks.renew(held, Duration.ofMinutes(1))).isTrue();
        assertThat(locks.release(held)).isTrue();
        assertThat(locks.tryAcquire(name, "two", Duration.ofMinutes(1))).contains(new Grant(name, "two", new Fence(2)));
    }
}
