package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.record.Claim;
import io.onlyonce.record.Fence;
import io.onlyonce.record.RecordKey;
import io.onlyonce.testkit.Herd;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The contract of a {@link io.onlyonce.record.LeasedRecordStore}. A store's test gives {@link #store()}, {@link #expireLease}, {@link #expire},
 * {@link #purgeExpired()} and {@link #countRecords()}.
 */
public abstract class LeasedRecordStoreContract extends LeasedRecordContract {
    private static final int HERD = 16;
    private static final int ROUNDS = 50;

    /** Guarded by nothing but the store's claims. */
    private int unguarded;

    @Test
    @DisplayName("B-42 a lost claim is taken over by exactly one of 16 threads, 50 times")
    void raceForLostClaim() {
        for (int round = 0; round < ROUNDS; round++) {
            RecordKey key = key("lost-" + round);
            Fence lost = win(key).fence();
            expireLease(key);
            List<Claim> claims = Herd.of(HERD).runAll(member -> takeOver(key, lost));
            assertOneWinner(claims, 2);
            assertThat(claims).filteredOn(Claim.InProgress.class::isInstance).hasSize(HERD - 1);
        }
    }

    @Test
    @DisplayName("a new key is claimed by exactly one of 16 threads, 50 times")
    void raceForNewKey() {
        for (int round = 0; round < ROUNDS; round++) {
            RecordKey key = key("new-" + round);
            List<Claim> claims = Herd.of(HERD).runAll(member -> claim(key));
            assertOneWinner(claims, 1);
            assertThat(claims).filteredOn(Claim.InProgress.class::isInstance).hasSize(HERD - 1);
        }
    }

    @Test
    @DisplayName("an expired record is claimed anew by exactly one of 16 threads, 50 times")
    void raceForExpired() {
        for (int round = 0; round < ROUNDS; round++) {
            RecordKey key = key("expired-" + round);
            remember(key, "old");
            expire(key);
            assertOneWinner(Herd.of(HERD).runAll(member -> claim(key)), 1);
        }
    }

    @Test
    @DisplayName(
            "B-10 the race: 50 rounds of 16 threads add to an unguarded counter through one key, and the sum is exact")
    void race() {
        for (int round = 0; round < ROUNDS; round++) {
            RecordKey key = key("race-" + round);
            String answer = "effect " + (round + 1);
            Herd.of(HERD).runAll(member -> {
                Claim claim = claim(key);
                while (claim instanceof Claim.InProgress) {
                    Pause.aMoment();
                    claim = claim(key);
                }
                if (claim instanceof Claim.Claimed claimed) {
                    int seen = unguarded;
                    Pause.aMoment();
                    unguarded = seen + 1;
                    return store().complete(key, claimed.fence(), done("effect " + unguarded));
                }
                assertThat(recordOf(claim).answer()).isEqualTo(bytes(answer));
                return true;
            });
            assertThat(unguarded).as("effects after round %d", round).isEqualTo(round + 1);
            assertDone(key, answer);
        }
    }

    @Test
    @DisplayName(
            "B-42 the late owner's completion and a take-over at the same moment: exactly one of them counts, 50 times")
    void completionAgainstTakeOver() {
        for (int round = 0; round < ROUNDS; round++) {
            RecordKey key = key("late-" + round);
            Fence late = win(key).fence();
            expireLease(key);
            List<Object> ends = Herd.of(2)
                    .runAll(member ->
                            member == 0 ? store().complete(key, late, done("late owner's")) : takeOver(key, late));
            if (ends.get(0).equals(true)) {
                assertThat(ends.get(1)).isInstanceOf(Claim.Completed.class);
                assertDone(key, "late owner's");
            } else {
                Claim.Claimed owner = claimedOf((Claim) ends.get(1));
                assertThat(store().complete(key, owner.fence(), done("new owner's")))
                        .isTrue();
                assertDone(key, "new owner's");
            }
        }
    }

    @Test
    @DisplayName("B-42 the late owner's release and a take-over at the same moment never leave two owners, 50 times")
    void releaseAgainstTakeOver() {
        for (int round = 0; round < ROUNDS; round++) {
            RecordKey key = key("released-" + round);
            Fence late = win(key).fence();
            expireLease(key);
            List<Object> ends =
                    Herd.of(2).runAll(member -> member == 0 ? store().release(key, late) : takeOver(key, late));
            Claim.Claimed owner = claimedOf((Claim) ends.get(1));
            assertThat(owner.attempt())
                    .as("1 if it was released before, else 2")
                    .isEqualTo(ends.get(0).equals(true) ? 1 : 2);
            assertThat(owner.fence()).isGreaterThan(late);
            assertThat(store().complete(key, owner.fence(), done("owner's"))).isTrue();
        }
    }

    private static void assertOneWinner(List<Claim> claims, int attempt) {
        assertThat(claims)
                .filteredOn(Claim.Claimed.class::isInstance)
                .as("claims won")
                .singleElement()
                .satisfies(won -> assertThat(claimedOf(won).attempt()).isEqualTo(attempt));
    }
}
