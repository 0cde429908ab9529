package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.onlyonce.error.FenceLostException;
import io.onlyonce.error.MisuseException;
import io.onlyonce.record.Claim;
import io.onlyonce.record.ClaimRequest;
import io.onlyonce.record.Completion;
import io.onlyonce.record.Fence;
import io.onlyonce.record.IdempotencyRecord;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordState;
import io.onlyonce.record.TransactionalRecordStore;
import io.onlyonce.transaction.TransactionRunner;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a transactional store does for one client: the record lives and dies with its transaction. */
public abstract class TransactionalRecordContract extends RecordStoreContract {
    /** Longer than any wait that is to succeed. */
    protected static final Duration PATIENCE = Duration.ofSeconds(20);

    /** The store; the same one each time within a test. */
    protected abstract TransactionalRecordStore store();

    /** The transactions that the store's records ride in. At least 16 at once. */
    protected abstract TransactionRunner transactions();

    @Override
    protected final RecordDriver records() {
        return driver();
    }

    final TransactionalDriver driver() {
        return new TransactionalDriver(store(), transactions());
    }

    final Claim claim(RecordKey key, Duration patience) {
        return store().claim(new ClaimRequest(key, FINGERPRINT, patience));
    }

    final Claim.Claimed win(RecordKey key) {
        return claimedOf(claim(key, PATIENCE));
    }

    final void complete(RecordKey key, Claim.Claimed claimed, String answer) {
        store().complete(key, claimed.fence(), done(answer));
    }

    @Test
    @DisplayName("a claim outside any transaction is refused: it would protect nothing")
    void claimWithoutTransaction() {
        assertThatThrownBy(() -> claim(key("k"), PATIENCE)).isInstanceOf(IllegalStateException.class);
        assertFree(key("k"));
    }

    @Test
    @DisplayName("a completion outside any transaction is refused")
    void completionWithoutTransaction() {
        assertThatThrownBy(() -> store().complete(key("k"), new Fence(1), done("x")))
                .isInstanceOf(IllegalStateException.class);
        assertFree(key("k"));
    }

    @Test
    @DisplayName("a rolled-back claim leaves nothing")
    void rolledBackClaim() throws Exception {
        long before = countRecords();
        transactions().run(() -> Ended.rollBack(win(key("k"))));
        assertThat(countRecords()).isEqualTo(before);
        assertFree(key("k"));
    }

    @Test
    @DisplayName("B-15 a rolled-back completion leaves nothing")
    void rolledBackCompletion() throws Exception {
        long before = countRecords();
        transactions().run(() -> {
            complete(key("k"), win(key("k")), "lost");
            return Ended.rollBack(true);
        });
        assertThat(countRecords()).isEqualTo(before);
        assertFree(key("k"));
    }

    @Test
    @DisplayName("B-15 an exception after the completion leaves nothing")
    void exceptionAfterCompletion() {
        long before = countRecords();
        IllegalArgumentException failure = new IllegalArgumentException("after the completion");
        assertThatThrownBy(() -> transactions().run(() -> {
                    complete(key("k"), win(key("k")), "lost");
                    throw failure;
                }))
                .isSameAs(failure);
        assertThat(countRecords()).isEqualTo(before);
        assertFree(key("k"));
    }

    @Test
    @DisplayName("a claim over an expired record that is rolled back leaves the key free")
    void rolledBackClaimOfExpired() throws Exception {
        remember(key("k"), "old");
        expire(key("k"));
        transactions().run(() -> {
            complete(key("k"), win(key("k")), "lost");
            return Ended.rollBack(true);
        });
        assertFree(key("k"));
        remember(key("k"), "new");
        assertDone(key("k"), "new");
    }

    @Test
    @DisplayName("a completion with a wrong fence is refused and writes nothing")
    void wrongFence() {
        assertFenceLost(() -> {
            Fence mine = win(key("k")).fence();
            store().complete(key("k"), new Fence(mine.number() + 1), done("stranger's"));
        });
        assertFree(key("k"));
    }

    @Test
    @DisplayName("a completion with another key's fence is refused")
    void fenceOfAnotherKey() {
        assertFenceLost(() -> {
            Claim.Claimed one = win(key("one"));
            Claim.Claimed two = win(key("two"));
            assertThat(one.fence()).isNotEqualTo(two.fence());
            complete(key("one"), two, "mixed up");
        });
        assertFree(key("one"));
        assertFree(key("two"));
    }

    @Test
    @DisplayName("a completion of a key that was never claimed is refused")
    void completionWithoutClaim() {
        long before = countRecords();
        assertFenceLost(() -> store().complete(key("k"), new Fence(1), done("x")));
        assertThat(countRecords()).isEqualTo(before);
    }

    @Test
    @DisplayName("completing twice in one transaction is refused")
    void completedTwice() {
        assertFenceLost(() -> {
            Claim.Claimed claimed = win(key("k"));
            complete(key("k"), claimed, "first");
            complete(key("k"), claimed, "second");
        });
        assertFree(key("k"));
    }

    @Test
    @DisplayName("a committed record cannot be completed again, not even with its own fence")
    void completedAfterCommit() throws Exception {
        Claim.Claimed claimed = transactions().run(() -> {
            Claim.Claimed won = win(key("k"));
            complete(key("k"), won, "first");
            return Ended.commit(won);
        });
        assertFenceLost(() -> complete(key("k"), claimed, "second"));
        assertDone(key("k"), "first");
    }

    @Test
    @DisplayName("the fence of a rolled-back claim completes nothing")
    void fenceOfRolledBackClaim() throws Exception {
        Claim.Claimed lost = transactions().run(() -> Ended.rollBack(win(key("k"))));
        assertFenceLost(() -> complete(key("k"), lost, "late"));
        assertFree(key("k"));
    }

    @Test
    @DisplayName("a transaction that claims its own key again is told that it would wait for itself")
    void claimedTwice() {
        assertThatThrownBy(() -> transactions().run(() -> {
                    win(key("k"));
                    return Ended.commit(claim(key("k"), PATIENCE));
                }))
                .isInstanceOf(MisuseException.class);
        assertFree(key("k"));
    }

    @Test
    @DisplayName("B-14 after a duplicate the transaction is alive: what it writes next is committed")
    void aliveAfterDuplicate() throws Exception {
        remember(key("old"), "old");
        transactions().run(() -> {
            assertThat(recordOf(claim(key("old"), PATIENCE)).answer()).isEqualTo(bytes("old"));
            complete(key("next"), win(key("next")), "next");
            return Ended.commit(true);
        });
        assertDone(key("old"), "old");
        assertDone(key("next"), "next");
    }

    @Test
    @DisplayName("several keys claimed by one transaction are committed together")
    void severalKeys() throws Exception {
        long before = countRecords();
        transactions().run(() -> {
            Claim.Claimed one = win(key("one"));
            Claim.Claimed two = win(key("two"));
            complete(key("two"), two, "2");
            complete(key("one"), one, "1");
            return Ended.commit(true);
        });
        assertDone(key("one"), "1");
        assertDone(key("two"), "2");
        assertThat(countRecords() - before).isEqualTo(2);
    }

    @Test
    @DisplayName(
            "B-09 what was written after the claim can be undone to a savepoint, and the refusal still be recorded")
    void refusalAfterSavepoint() throws Exception {
        transactions().run(() -> {
            Claim.Claimed claimed = win(key("k"));
            transactions().run(() -> {
                complete(key("business"), win(key("business")), "undone");
                return Ended.rollBack(true);
            });
            store().complete(
                            key("k"),
                            claimed.fence(),
                            new Completion(RecordState.REFUSED, "sold-out", bytes("none left"), RETENTION));
            return Ended.commit(true);
        });
        assertThat(recordOf(look(key("k"))).refusalCode()).isEqualTo("sold-out");
        assertFree(key("business"));
    }

    @Test
    @DisplayName("a claim undone to a savepoint frees the key for the same transaction")
    void claimUndoneToSavepoint() throws Exception {
        transactions().run(() -> {
            Claim.Claimed undone = transactions().run(() -> Ended.rollBack(win(key("k"))));
            assertThatThrownBy(() -> transactions().run(() -> {
                        complete(key("k"), undone, "late");
                        return Ended.commit(true);
                    }))
                    .isInstanceOf(FenceLostException.class);
            complete(key("k"), win(key("k")), "second try");
            return Ended.commit(true);
        });
        assertDone(key("k"), "second try");
    }

    @Test
    @DisplayName("the retention counts from the completion, not from the claim")
    void retentionCountsFromCompletion() throws Exception {
        Duration work = Duration.ofMillis(400);
        transactions().run(() -> {
            Claim.Claimed claimed = win(key("k"));
            await().pollDelay(work).until(() -> true);
            complete(key("k"), claimed, "done");
            return Ended.commit(true);
        });
        IdempotencyRecord stored = recordOf(look(key("k")));
        assertThat(stored.expiresAt())
                .isAfterOrEqualTo(stored.createdAt().plus(RETENTION).plus(work).minusMillis(100));
    }

    private void assertFenceLost(Runnable verbs) {
        AtomicReference<RecordKey> lost = new AtomicReference<>();
        assertThatThrownBy(() -> transactions().run(() -> {
                    verbs.run();
                    return Ended.commit(true);
                }))
                .isInstanceOfSatisfying(FenceLostException.class, e -> lost.set(e.key()));
        assertThat(lost.get()).isNotNull();
    }
}
