package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.record.Claim;
import io.onlyonce.record.Completion;
import io.onlyonce.record.Fence;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordState;
import io.onlyonce.record.StepStore;
import io.onlyonce.testkit.Herd;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The contract of a {@link StepStore}. A store's test gives what {@link LeasedFixture} asks for. */
public abstract class StepStoreContract extends LeasedFixture {
    private RecordKey key() {
        return key("checkout", "k");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private boolean keep(Claim.Claimed claim, String step, String result) {
        return steps().keep(key(), claim.fence(), step, bytes(result));
    }

    private void assertKept(String step, String result) {
        assertThat(steps().find(key(), step)).as("step %s", step).contains(bytes(result));
    }

    @Test
    @DisplayName("what was kept is found, for its step and its key only")
    void found() {
        Claim.Claimed claim = win(key());
        assertThat(steps().find(key(), "charge")).isEmpty();
        assertThat(keep(claim, "charge", "ch_1")).isTrue();
        assertKept("charge", "ch_1");
        assertThat(steps().find(key(), "reserve")).isEmpty();
        assertThat(steps().find(key("checkout", "K"), "charge")).isEmpty();
        assertThat(steps().find(key("refund", "k"), "charge")).isEmpty();
    }

    @Test
    @DisplayName("B-21 the next attempt finds what the lost one got done; the late owner keeps nothing more")
    void survivesTakeOver() {
        Claim.Claimed late = win(key());
        assertThat(keep(late, "reserve", "hold 1")).isTrue();
        Claim.Claimed owner = takeOver(key(), late);
        assertKept("reserve", "hold 1");
        assertThat(keep(late, "charge", "the late owner's")).isFalse();
        assertThat(steps().find(key(), "charge")).isEmpty();
        assertThat(keep(owner, "charge", "ch_2")).isTrue();
        assertKept("charge", "ch_2");
    }

    @Test
    @DisplayName("an abandoned claim keeps its steps, but takes no further ones from a strange fence")
    void abandoned() {
        Claim.Claimed lost = win(key());
        assertThat(keep(lost, "reserve", "hold 1")).isTrue();
        assertThat(store().abandon(key(), lost.fence())).isTrue();
        assertKept("reserve", "hold 1");
        assertThat(steps().keep(key(), new Fence(lost.fence().number() + 1), "charge", bytes("x")))
                .isFalse();
        assertThat(steps().find(key(), "charge")).isEmpty();
    }

    @Test
    @DisplayName("B-23 a result that was kept, but whose answer was lost, is kept again: the first one stays")
    void keptAgain() {
        Claim.Claimed claim = win(key());
        assertThat(keep(claim, "charge", "ch_1")).isTrue();
        assertThat(keep(claim, "charge", "ch_2")).isTrue();
        assertKept("charge", "ch_1");
    }

    @Test
    @DisplayName("a key that was released begins without steps")
    void released() {
        Claim.Claimed before = win(key());
        assertThat(keep(before, "charge", "ch_1")).isTrue();
        assertThat(store().release(key(), before.fence())).isTrue();
        assertThat(keep(before, "reserve", "late")).isFalse();
        Claim.Claimed next = win(key());
        assertThat(steps().find(key(), "charge")).isEmpty();
        assertThat(keep(next, "charge", "ch_2")).isTrue();
        assertKept("charge", "ch_2");
    }

    @Test
    @DisplayName("B-42 a key whose retention is over begins without steps, also after a take-over")
    void expired() {
        Claim.Claimed before = win(key());
        assertThat(keep(before, "charge", "ch_1")).isTrue();
        complete(before);
        expire(key());
        Claim.Claimed first = win(key());
        assertThat(steps().find(key(), "charge")).isEmpty();
        Claim.Claimed second = takeOver(key(), first);
        assertThat(steps().find(key(), "charge")).isEmpty();
        assertThat(keep(second, "charge", "ch_2")).isTrue();
        assertKept("charge", "ch_2");
    }

    private void complete(Claim.Claimed claim) {
        Completion done = new Completion(RecordState.COMPLETED, null, bytes("done"), Duration.ofHours(1));
        assertThat(store().complete(key(), claim.fence(), done)).isTrue();
    }

    @Test
    @DisplayName("nothing is kept for a claim that is completed, or that never was")
    void withoutClaim() {
        assertThat(steps().keep(key(), new Fence(5), "charge", bytes("x"))).isFalse();
        Claim.Claimed claim = win(key());
        complete(claim);
        assertThat(keep(claim, "charge", "late")).isFalse();
        assertThat(steps().find(key(), "charge")).isEmpty();
    }

    @Test
    @DisplayName("any bytes: none, all values, 64 KiB")
    void anyBytes() {
        Claim.Claimed claim = win(key());
        byte[] large = new byte[1 << 16];
        new Random(1).nextBytes(large);
        byte[] all = new byte[256];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }
        List<byte[]> results = List.of(new byte[0], all, large);
        for (int i = 0; i < results.size(); i++) {
            assertThat(steps().keep(key(), claim.fence(), "step " + i, results.get(i)))
                    .isTrue();
            assertThat(steps().find(key(), "step " + i)).contains(results.get(i));
        }
    }

    @Test
    @DisplayName("names are compared byte for byte: case, blanks behind, the longest")
    void names() {
        Claim.Claimed claim = win(key());
        List<String> names =
                List.of("charge", "Charge", "charge ", "x".repeat(StepStore.MAX_NAME_LENGTH), "state", "fence");
        names.forEach(name -> assertThat(keep(claim, name, "of " + name)).isTrue());
        names.forEach(name -> assertKept(name, "of " + name));
        assertThat(store().renew(key(), claim.fence(), LEASE))
                .as("the claim is as it was")
                .isTrue();
    }

    @Test
    @DisplayName("B-42 the late owner keeps a step while another takes over: in the end one fence owns all, 50 rounds")
    void race() {
        for (int round = 0; round < 50; round++) {
            RecordKey raced = key("checkout", "race-" + round);
            Claim.Claimed late = win(raced);
            expireLease(raced);
            List<Object> ends = Herd.of(2)
                    .runAll(member -> member == 0
                            ? steps().keep(raced, late.fence(), "charge", bytes("late owner's"))
                            : store().takeOver(request(raced), late.fence()));
            Claim.Claimed owner = (Claim.Claimed) ends.get(1);
            boolean kept = (boolean) ends.get(0);
            assertThat(steps().find(raced, "charge").isPresent())
                    .as("what was told is what is there")
                    .isEqualTo(kept);
            assertThat(steps().keep(raced, owner.fence(), "charge", bytes("owner's")))
                    .isTrue();
            assertThat(steps().find(raced, "charge")).contains(bytes(kept ? "late owner's" : "owner's"));
        }
    }
}
