package io.onlyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.Fingerprint;
import io.onlyonce.Outcome;
import io.onlyonce.error.MisuseException;
import io.onlyonce.probe.Point;
import io.onlyonce.record.Claim;
import io.onlyonce.record.ClaimRequest;
import io.onlyonce.record.Completion;
import io.onlyonce.record.FoundRecord;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordState;
import io.onlyonce.testkit.FaultProbe;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.InjectedFault;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the engine promises over the JDBC stores, on any database. */
abstract class EngineSuite {
    private static final Fingerprint FINGERPRINT = Fingerprint.of("payload");

    private final Tables tables;

    EngineSuite(Tables tables) {
        this.tables = tables;
    }

    @AfterEach
    void noClaimStays() {
        assertThat(tables.claims()).as("claims that nobody completes").isZero();
    }

    @Test
    @DisplayName("B-10 two instances, sixteen copies of one request at once: one effect, one answer for all")
    void herdOnTwoNodes() {
        String name = Node.fresh("herd");
        Node one = Node.on(tables.pool());
        Node other = Node.on(tables.pool());
        List<String> answers = Herd.of(16)
                .runAll(member -> (member % 2 == 0 ? one : other).pay(name).orElseThrow());
        assertThat(answers).containsOnly("paid " + name);
        assertThat(tables.effects(name)).isEqualTo(1);
        assertThat(tables.records(Node.key(name))).isEqualTo(1);
    }

    @Test
    @DisplayName("B-15 a crash after the answer was written, before the commit: no record, no effect, and a retry runs")
    void crashBeforeCommit() throws Exception {
        String name = Node.fresh("crash");
        Node node = Node.on(tables.pool(), FaultProbe.once(Point.COMPLETED));
        assertThatThrownBy(() -> node.pay(name)).isInstanceOf(InjectedFault.class);
        assertThat(tables.effects(name)).isZero();
        assertThat(tables.records(Node.key(name))).isZero();
        assertThat(node.pay(name)).isEqualTo(new Outcome.Executed<>("paid " + name));
        assertThat(node.pay(name)).isEqualTo(new Outcome.Replayed<>("paid " + name));
        assertThat(tables.effects(name)).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "B-15 inside a caller's transaction the record shares its fate: gone with its rollback, there with its commit")
    void joined() throws Exception {
        String name = Node.fresh("joined");
        Node node = Node.on(tables.pool());
        node.transactions().run(() -> Ended.rollBack(node.pay(name)));
        assertThat(tables.records(Node.key(name)) + tables.effects(name)).isZero();
        assertThat(node.transactions().<Outcome<String>>run(() -> Ended.commit(node.pay(name))))
                .isInstanceOf(Outcome.Executed.class);
        assertThat(node.pay(name)).isInstanceOf(Outcome.Replayed.class);
        assertThat(tables.effects(name)).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "B-15 the work calls the same operation with the same key inside its transaction: told so, nothing kept")
    void nestedCall() {
        String name = Node.fresh("nested");
        Node node = Node.on(tables.pool());
        assertThatThrownBy(() -> node.transactions()
                        .run(() -> Ended.commit(
                                node.run(name, attempt -> node.pay(name).orElseThrow()))))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("called the same operation with the same key again");
        assertThat(tables.records(Node.key(name)) + tables.effects(name)).isZero();
    }

    @Test
    @DisplayName("with the record at the end an expired record counts as absent: the work takes effect again, once")
    void atEndOverExpired() throws Exception {
        String name = Node.fresh("at-end");
        Node node = Node.on(tables.pool());
        node.pay(Node.PAY_AT_END, name);
        tables.expire(Node.key(name));
        assertThat(node.pay(Node.PAY_AT_END, name)).isInstanceOf(Outcome.Executed.class);
        assertThat(node.pay(Node.PAY_AT_END, name)).isInstanceOf(Outcome.Replayed.class);
        assertThat(tables.effects(name)).isEqualTo(2);
        assertThat(tables.records(Node.key(name))).isEqualTo(1);
    }

    @Test
    @DisplayName("reading first tells what is committed and lasts, and asks nothing inside a caller's transaction")
    void readingFirst() throws Exception {
        String name = Node.fresh("read");
        JdbcTransactions transactions = new JdbcTransactions(tables.pool());
        JdbcAnswers answers = new JdbcAnswers(tables.pool(), transactions);
        Node node = Node.on(tables.pool());
        node.run(name, attempt -> {
            assertThat(answers.find(Node.key(name))).as("a claim").isEmpty();
            return node.run("inner-" + name, inner -> "done").orElseThrow();
        });
        assertThat(answers.find(Node.key(name))).isPresent();
        transactions.run(() -> {
            assertThat(answers.find(Node.key(name))).as("inside a transaction").isEmpty();
            return Ended.rollBack(true);
        });
        tables.expire(Node.key(name));
        assertThat(answers.find(Node.key(name))).as("expired").isEmpty();
    }

    @Test
    @DisplayName("B-03 scopes that differ in case, accent, trailing blank or a character nobody sees are kept apart")
    void likeScopes() throws Exception {
        JdbcRecordMaintenance maintenance = new JdbcRecordMaintenance(tables.pool());
        Node node = Node.on(tables.pool());
        String name = Node.fresh("like");
        List<String> scopes =
                List.of("Key-A", "key-a", "key-a ", "kéy-a", "ke\u0301y-a", "key-a\u200B", "key-a🎁", "key-a🎂");
        for (String scope : scopes) {
            RecordKey key = new RecordKey(scope, "pay", name);
            node.transactions().run(() -> {
                Claim.Claimed claimed = (Claim.Claimed) node.store().claim(request(key));
                node.store().complete(key, claimed.fence(), completion(scope));
                return Ended.commit(true);
            });
        }
        for (String scope : scopes) {
            assertThat(maintenance.find(new RecordKey(scope, "pay", name)))
                    .hasValueSatisfying(
                            found -> assertThat(new String(found.answer(), java.nio.charset.StandardCharsets.UTF_8))
                                    .isEqualTo(scope));
        }
    }

    @Test
    @DisplayName("B-19 a text that is longer than its column is refused before the store is touched, not cut")
    void tooLong() {
        Node node = Node.on(tables.pool());
        long before = tables.records();
        RecordKey tooLong = new RecordKey("é".repeat(257), "pay", "k");
        assertThatThrownBy(() ->
                        node.transactions().run(() -> Ended.commit(node.store().claim(request(tooLong)))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("scope has 514 bytes; the column holds 512");
        assertThat(tables.records()).isEqualTo(before);
    }

    @Test
    @DisplayName("B-15 a connection in auto-commit is no transaction: the claim is refused before anything is written")
    void autoCommit() throws Exception {
        RecordKey key = Node.key(Node.fresh("auto"));
        try (Connection connection = tables.database().unpooled().getConnection()) {
            assertThatThrownBy(() -> new JdbcRecordStore(() -> connection).claim(request(key)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("auto-commit");
        }
        assertThat(tables.records(key)).isZero();
    }

    @Test
    @DisplayName("a row whose key columns are another key's is a loud error, never a replay")
    void foreignRow() throws Exception {
        String name = Node.fresh("foreign");
        Node node = Node.on(tables.pool());
        node.pay(name);
        String other = tables.binaryIds() ? "x'6f74686572'" : "'other'"; // "other"
        tables.update(
                "UPDATE onlyonce_record SET idempotency_key = " + other + " WHERE id = ?", tables.id(Node.key(name)));
        assertThatThrownBy(() -> node.pay(name))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("belongs to");
        assertThatThrownBy(() -> new JdbcRecordMaintenance(tables.pool()).find(Node.key(name)))
                .isInstanceOf(IllegalStateException.class);
        assertThat(tables.effects(name)).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "a transactional call that meets a leased claim is told in progress, then outcome unknown when the lease is over")
    void meetsLeasedClaim() throws Exception {
        String name = Node.fresh("mixed");
        JdbcLeasedRecordStore leased = new JdbcLeasedRecordStore(tables.pool());
        Node node = Node.on(tables.pool());
        Claim.Claimed claimed =
                (Claim.Claimed) leased.claim(new ClaimRequest(Node.key(name), FINGERPRINT, Duration.ofMinutes(1)));
        assertThat(node.pay(name)).isInstanceOf(Outcome.InProgress.class);
        assertThat(leased.abandon(Node.key(name), claimed.fence())).isTrue();
        assertThat(node.pay(name)).isInstanceOf(Outcome.OutcomeUnknown.class);
        assertThat(leased.release(Node.key(name), claimed.fence())).isTrue();
        assertThat(node.pay(name)).isInstanceOf(Outcome.Executed.class);
        assertThat(leased.claim(new ClaimRequest(Node.key(name), FINGERPRINT, Duration.ofMinutes(1))))
                .isInstanceOf(Claim.Completed.class);
        assertThat(tables.effects(name)).isEqualTo(1);
    }

    @Test
    @DisplayName("a leased claim does not wait for the work of a transactional one: in progress within seconds")
    void leasedMeetsTransaction() throws Exception {
        String name = Node.fresh("mixed");
        JdbcLeasedRecordStore leased = new JdbcLeasedRecordStore(tables.pool());
        Node node = Node.on(tables.pool());
        node.run(name, attempt -> {
            Claim told = Herd.of(1)
                    .within(Duration.ofSeconds(20))
                    .runAll(member ->
                            leased.claim(new ClaimRequest(Node.key(name), FINGERPRINT, Duration.ofMinutes(1))))
                    .get(0);
            assertThat(told).isInstanceOf(Claim.InProgress.class);
            return "done";
        });
        assertThat(tables.records(Node.key(name))).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "B-15 a claim that somebody committed without an answer is an unknown outcome, and a take-over settles it")
    void claimCommittedWithoutAnswer() throws Exception {
        String name = Node.fresh("unfinished");
        Node careless = Node.on(tables.pool());
        Claim.Claimed claimed = (Claim.Claimed) careless.transactions()
                .<Claim>run(() -> Ended.commit(careless.store().claim(request(Node.key(name)))));
        assertThat(Node.on(tables.pool()).pay(name)).isInstanceOf(Outcome.OutcomeUnknown.class);
        JdbcLeasedRecordStore leased = new JdbcLeasedRecordStore(tables.pool());
        assertThat(leased.claim(request(Node.key(name)))).isInstanceOf(Claim.Abandoned.class);
        Claim.Claimed taken = (Claim.Claimed) leased.takeOver(request(Node.key(name)), claimed.fence());
        assertThat(leased.release(Node.key(name), taken.fence())).isTrue();
        assertThat(tables.effects(name)).isZero();
    }

    @Test
    @DisplayName(
            "B-15 B-43 such a claim stays when the expiry that it told is over: neither purged nor claimed anew, and a take-over settles it")
    void expiredClaimCommittedWithoutAnswer() throws Exception {
        RecordKey key = Node.key(Node.fresh("unfinished"));
        ClaimRequest told = new ClaimRequest(key, FINGERPRINT, Duration.ofSeconds(20), Duration.ofHours(1));
        Node careless = Node.on(tables.pool());
        Claim.Claimed claimed = (Claim.Claimed) careless.transactions()
                .<Claim>run(() -> Ended.commit(careless.store().claim(told)));
        tables.expire(key);
        JdbcRecordMaintenance maintenance = new JdbcRecordMaintenance(tables.pool());
        maintenance.purgeExpired(10_000);
        assertThat(maintenance.find(key))
                .hasValueSatisfying(found -> assertThat(found.expiresAt()).isNull());
        JdbcRecordSearch search = new JdbcRecordSearch(tables.pool());
        assertThat(search.find(key.id()))
                .hasValueSatisfying(found -> assertThat(found.standing()).isEqualTo(FoundRecord.Standing.ABANDONED));
        assertThat(Node.on(tables.pool()).pay(key.key())).isInstanceOf(Outcome.OutcomeUnknown.class);
        JdbcLeasedRecordStore leased = new JdbcLeasedRecordStore(tables.pool());
        assertThat(leased.claim(request(key))).isInstanceOf(Claim.Abandoned.class);

        Claim.Claimed taken = (Claim.Claimed) leased.takeOver(request(key), claimed.fence());
        assertThat(search.openClaims(100))
                .anySatisfy(open -> assertThat(open.record().key()).isEqualTo(key));
        assertThat(leased.complete(key, taken.fence(), completion("done"))).isTrue();
        assertThat(leased.claim(request(key))).isInstanceOf(Claim.Completed.class);
        assertThat(tables.effects(key.key())).isZero();
    }

    @Test
    @DisplayName(
            "B-43 work that outlasts the expiry which its claim told: no purge takes it, and its answer is kept in full")
    void outlastsExpiry() throws Exception {
        String name = Node.fresh("long");
        Node node = Node.on(tables.pool());
        JdbcRecordMaintenance maintenance = new JdbcRecordMaintenance(tables.pool());
        node.run(name, attempt -> {
            tables.expire(node.transactions().connection(), Node.key(name));
            maintenance.purgeExpired(10_000);
            return "done";
        });
        assertThat(maintenance.find(Node.key(name)))
                .hasValueSatisfying(found -> assertThat(found.expiresAt())
                        .isAfterOrEqualTo(found.createdAt().plus(Node.PAY.retention())));
        assertThat(node.pay(name)).isEqualTo(new Outcome.Replayed<>("done"));
    }

    private static ClaimRequest request(RecordKey key) {
        return new ClaimRequest(key, FINGERPRINT, Duration.ofSeconds(20));
    }

    private static Completion completion(String answer) {
        return new Completion(
                RecordState.COMPLETED,
                null,
                answer.getBytes(java.nio.charset.StandardCharsets.UTF_8),
                Duration.ofHours(1));
    }
}
