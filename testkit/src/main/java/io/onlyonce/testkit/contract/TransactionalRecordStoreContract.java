package io.onlyonce.testkit.contract;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.onlyonce.record.Claim;
import io.onlyonce.record.RecordKey;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.SideTransaction;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The contract of a {@link io.onlyonce.record.TransactionalRecordStore}. A store's test gives {@link #store()}, {@link #transactions()} over at least 16
 * connections, {@link #expire} and {@link #countRecords()}.
 */
public abstract class TransactionalRecordStoreContract extends TransactionalRecordContract {
    private static final int HERD = 16;
    private static final int ROUNDS = 50;
    private static final Duration BRIEF = Duration.ofSeconds(1);

    /** Guarded by nothing but the store's claims. */
    private int unguarded;

    @Test
    @DisplayName("a claim is invisible to others until its transaction commits")
    void invisibleUntilCommit() {
        long before = countRecords();
        try (SideTransaction first = SideTransaction.begin(transactions())) {
            first.call(() -> completed(key("k"), "done"));
            assertThat(countRecords())
                    .as("records while the claim is not committed")
                    .isEqualTo(before);
            first.commit();
        }
        assertThat(countRecords()).isEqualTo(before + 1);
        assertDone(key("k"), "done");
    }

    @Test
    @DisplayName("a duplicate waits for the first one's commit and gets its answer")
    void duplicateWaitsForCommit() {
        try (SideTransaction first = SideTransaction.begin(transactions());
                SideTransaction second = SideTransaction.begin(transactions())) {
            Claim.Claimed claimed = first.call(() -> win(key("k")));
            CompletableFuture<Claim> waiting = waiting(second, key("k"));
            first.run(() -> complete(key("k"), claimed, "first"));
            assertStillWaiting(waiting);
            first.commit();
            assertThat(recordOf(SideTransaction.get(waiting)).answer()).isEqualTo(bytes("first"));
        }
    }

    @Test
    @DisplayName("a duplicate waits for the first one's rollback and then has the key")
    void duplicateWaitsForRollback() {
        try (SideTransaction first = SideTransaction.begin(transactions());
                SideTransaction second = SideTransaction.begin(transactions())) {
            first.call(() -> completed(key("k"), "undone"));
            CompletableFuture<Claim> waiting = waiting(second, key("k"));
            assertStillWaiting(waiting);
            first.rollBack();
            Claim.Claimed claimed = claimedOf(SideTransaction.get(waiting));
            second.run(() -> complete(key("k"), claimed, "second"));
            second.commit();
        }
        assertDone(key("k"), "second");
    }

    @Test
    @DisplayName("a duplicate whose patience is over is told so, in time and with a hint when to come back")
    void patienceOver() throws Exception {
        try (SideTransaction first = SideTransaction.begin(transactions())) {
            Claim.Claimed claimed = first.call(() -> win(key("k")));
            long start = System.nanoTime();
            Claim told = transactions().run(() -> Ended.rollBack(claim(key("k"), BRIEF)));
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            assertThat(told)
                    .isInstanceOfSatisfying(
                            Claim.InProgress.class,
                            running -> assertThat(running.retryAfter()).isPositive());
            assertThat(took).isBetween(BRIEF.minusMillis(200), BRIEF.plusSeconds(8));
            first.run(() -> complete(key("k"), claimed, "undisturbed"));
            first.commit();
        }
        assertDone(key("k"), "undisturbed");
    }

    @Test
    @DisplayName("a duplicate without patience is told at once")
    void noPatience() throws Exception {
        try (SideTransaction first = SideTransaction.begin(transactions())) {
            first.call(() -> win(key("k")));
            long start = System.nanoTime();
            Claim told = transactions().run(() -> Ended.rollBack(claim(key("k"), Duration.ZERO)));
            assertThat(told).isInstanceOf(Claim.InProgress.class);
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .as("databases that wait at least a second may")
                    .isLessThan(Duration.ofSeconds(15));
        }
    }

    @Test
    @DisplayName("a patience of one claim does not shorten the next one's in the same connection")
    void patienceIsPerClaim() throws Exception {
        try (SideTransaction first = SideTransaction.begin(transactions());
                SideTransaction second = SideTransaction.begin(transactions())) {
            first.call(() -> completed(key("k"), "first"));
            second.call(() -> claim(key("other"), Duration.ofMillis(1)));
            CompletableFuture<Claim> waiting = waiting(second, key("k"));
            assertStillWaiting(waiting);
            first.commit();
            assertThat(recordOf(SideTransaction.get(waiting)).answer()).isEqualTo(bytes("first"));
        }
    }

    @Test
    @DisplayName("transactions with different keys do not wait for each other")
    void differentKeys() {
        List<SideTransaction> sides = new ArrayList<>();
        try {
            for (int i = 0; i < 8; i++) {
                SideTransaction side = SideTransaction.begin(transactions());
                sides.add(side);
                RecordKey key = key("side-" + i);
                side.call(() -> completed(key, "beside"));
            }
            sides.forEach(SideTransaction::commit);
        } finally {
            sides.forEach(SideTransaction::close);
        }
        for (int i = 0; i < 8; i++) {
            assertDone(key("side-" + i), "beside");
        }
    }

    @Test
    @DisplayName("replays of one answer do not wait for each other")
    void replaysSideBySide() {
        remember(key("k"), "done");
        try (SideTransaction first = SideTransaction.begin(transactions());
                SideTransaction second = SideTransaction.begin(transactions())) {
            first.call(() -> recordOf(claim(key("k"), PATIENCE)));
            second.call(() -> recordOf(claim(key("k"), BRIEF)));
            first.call(() -> completed(key("first"), "beside"));
            second.call(() -> completed(key("second"), "beside"));
            second.commit();
            first.commit();
        }
        assertDone(key("first"), "beside");
        assertDone(key("second"), "beside");
    }

    @Test
    @DisplayName("B-18 a transaction that has read before sees the winner that committed since")
    void oldSnapshot() {
        remember(key("before"), "before");
        try (SideTransaction reader = SideTransaction.begin(transactions())) {
            reader.call(() -> recordOf(claim(key("before"), PATIENCE)));
            remember(key("k"), "committed since");
            Herd.Ended<Claim> seen = ended(reader.start(() -> claim(key("k"), PATIENCE)));
            if (seen.failure() == null) {
                assertThat(recordOf(requireNonNull(seen.value())).answer()).isEqualTo(bytes("committed since"));
            } else {
                assertThat(transactions().retryable(seen.failure()))
                        .as("retryable: %s", seen.failure())
                        .isTrue();
            }
        }
        assertDone(key("k"), "committed since");
    }

    @Test
    @DisplayName("B-20 two transactions that claim two keys in opposite order both end, and each key has one effect")
    void oppositeOrder() {
        CyclicBarrier bothHoldOne = new CyclicBarrier(2);
        AtomicInteger effects = new AtomicInteger();
        Herd.of(2).runAll(member -> {
            RecordKey mine = key(member == 0 ? "a" : "b");
            RecordKey other = key(member == 0 ? "b" : "a");
            Duration patience = Duration.ofSeconds(3 + 3L * member); // unequal, so that they do not give way for ever
            boolean ended = claimedBoth(List.of(mine, other), patience, bothHoldOne, effects);
            while (!ended) {
                Pause.aMoment(); // else who gave way may be back before the other has noticed
                ended = claimedBoth(List.of(mine, other), patience, new CyclicBarrier(1), effects);
            }
            return true;
        });
        assertThat(effects).as("committed claims of the two keys").hasValue(2);
        assertDone(key("a"), "both");
        assertDone(key("b"), "both");
    }

    private boolean claimedBoth(
            List<RecordKey> keys, Duration patience, CyclicBarrier holdingOne, AtomicInteger effects) throws Exception {
        try {
            int won = transactions().run(() -> {
                Claim one = claim(keys.get(0), patience);
                holdingOne.await(30, TimeUnit.SECONDS);
                Claim two = one instanceof Claim.InProgress ? one : claim(keys.get(1), patience);
                return two instanceof Claim.InProgress
                        ? Ended.rollBack(-1)
                        : Ended.commit(completedIfWon(keys.get(0), one) + completedIfWon(keys.get(1), two));
            });
            effects.addAndGet(Math.max(won, 0));
            return won >= 0;
        } catch (Exception e) {
            if (transactions().retryable(e)) {
                return false;
            }
            throw e;
        }
    }

    private int completedIfWon(RecordKey key, Claim claim) {
        if (claim instanceof Claim.Claimed claimed) {
            complete(key, claimed, "both");
            return 1;
        }
        return 0;
    }

    @Test
    @DisplayName("B-17 when the first of three rolls back, exactly one of the two that wait has the key")
    void firstOfThreeRollsBack() {
        for (int round = 0; round < ROUNDS; round++) {
            RecordKey key = key("three-" + round);
            SideTransaction first = SideTransaction.begin(transactions());
            first.call(() -> completed(key, "undone"));
            CompletableFuture<Boolean> rolledBack = CompletableFuture.supplyAsync(() -> {
                await().pollDelay(Duration.ofMillis(20)).until(() -> true);
                first.rollBack();
                return true;
            });
            List<Claim> claims = Herd.of(2).runAll(member -> remember(key, "second"));
            assertThat(SideTransaction.get(rolledBack)).isTrue();
            assertThat(claims)
                    .filteredOn(Claim.Claimed.class::isInstance)
                    .as("claims won in round %d", round)
                    .hasSize(1);
            assertThat(claims).filteredOn(Claim.Completed.class::isInstance).hasSize(1);
            assertDone(key, "second");
        }
    }

    @Test
    @DisplayName(
            "B-10 the race: 50 rounds of 16 threads add to an unguarded counter through one key, and the sum is exact")
    void race() {
        for (int round = 0; round < ROUNDS; round++) {
            raced(key("race-" + round), 0);
            assertThat(unguarded).as("effects after round %d", round).isEqualTo(round + 1);
        }
    }

    @Test
    @DisplayName("B-17 the race again, with the first eight attempts of each round rolled back")
    void raceWithRollbacks() {
        for (int round = 0; round < ROUNDS; round++) {
            raced(key("race-" + round), HERD / 2);
            assertThat(unguarded).as("effects after round %d", round).isEqualTo(round + 1);
        }
    }

    @Test
    @DisplayName("the race for an expired record: exactly one of 16 claims it anew, the others get the new answer")
    void raceForExpired() {
        for (int round = 0; round < ROUNDS; round++) {
            RecordKey key = key("race-" + round);
            remember(key, "old");
            expire(key);
            raced(key, 0);
            assertThat(unguarded).as("effects after round %d", round).isEqualTo(round + 1);
        }
    }

    /** A herd at one key: claim, read, add one, write, complete. */
    private void raced(RecordKey key, int rolledBack) {
        AtomicInteger toRollBack = new AtomicInteger(rolledBack);
        List<Claim> claims = Herd.of(HERD).runAll(member -> {
            while (true) {
                AtomicBoolean undone = new AtomicBoolean();
                Claim claim = driver().run(() -> {
                    Claim told = claim(key, PATIENCE);
                    undone.set(false);
                    if (!(told instanceof Claim.Claimed claimed)) {
                        return Ended.rollBack(told);
                    }
                    if (toRollBack.getAndDecrement() > 0) {
                        undone.set(true);
                        return Ended.rollBack(told);
                    }
                    int seen = unguarded;
                    Pause.aMoment();
                    unguarded = seen + 1;
                    complete(key, claimed, "effect " + unguarded);
                    return Ended.commit(told);
                });
                if (!undone.get()) {
                    return claim;
                }
            }
        });
        assertThat(claims)
                .filteredOn(Claim.Claimed.class::isInstance)
                .as("claims won")
                .hasSize(1);
        assertThat(claims)
                .filteredOn(Claim.Completed.class::isInstance)
                .as("replays")
                .hasSize(HERD - 1);
        assertThat(claims.stream().filter(Claim.Completed.class::isInstance))
                .allSatisfy(replay -> assertThat(recordOf(replay).answer()).isEqualTo(bytes("effect " + unguarded)));
    }

    private boolean completed(RecordKey key, String answer) {
        complete(key, win(key), answer);
        return true;
    }

    private CompletableFuture<Claim> waiting(SideTransaction side, RecordKey key) {
        return side.start(() -> claim(key, PATIENCE));
    }

    private static void assertStillWaiting(CompletableFuture<?> waiting) {
        assertThatThrownBy(() -> waiting.get(200, TimeUnit.MILLISECONDS))
                .as("the duplicate waits")
                .isInstanceOf(TimeoutException.class);
    }

    private static Herd.Ended<Claim> ended(CompletableFuture<Claim> step) {
        return Herd.of(1).run(member -> SideTransaction.get(step)).get(0);
    }
}
