package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.record.Claim;
import io.onlyonce.record.Completion;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordState;
import io.onlyonce.record.RefusedRecords;
import java.util.Locale;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The contract of a {@link RefusedRecords}. A store's test gives {@link #refused()}, the store itself as {@link #records()}, and {@link #countRecords()}. */
public abstract class RefusedRecordsContract extends RecordFixture {
    /** The pupil. */
    protected abstract RefusedRecords refused();

    private static Completion refusal() {
        return new Completion(RecordState.REFUSED, "insufficient-funds", bytes("no"), LONG_RETENTION);
    }

    @Test
    @DisplayName("a refusal that was taken back is gone, once: its key is free")
    void takesBack() {
        remember(key("k"), refusal());
        remember(key("other"), refusal());
        long before = countRecords();
        assertThat(refused().forget(key("k"))).isTrue();
        assertThat(refused().forget(key("k"))).isFalse();
        assertThat(countRecords()).isEqualTo(before - 1);
        assertThat(remember(key("k"), doneForLong("new"))).isInstanceOf(Claim.Claimed.class);
        assertThat(recordOf(look(key("other"))).state()).isEqualTo(RecordState.REFUSED);
    }

    @Test
    @DisplayName("a success stays, and so does what was never there")
    void successStays() {
        remember(key("k"), doneForLong("done"));
        assertThat(refused().forget(key("k"))).isFalse();
        assertThat(refused().forget(key("absent"))).isFalse();
        assertDone(key("k"), "done");
    }

    @Test
    @DisplayName("a claim stays, and nobody waits for it")
    void claimStays() {
        records()
                .whileClaimed(
                        key("k"), () -> assertThat(refused().forget(key("k"))).isFalse());
        assertFree(key("k"));
    }

    @Test
    @DisplayName("keys are compared byte for byte: a refusal of nearly this key stays")
    void exactKey() {
        remember(key("Key"), refusal());
        RecordKey nearly = key("Key".toLowerCase(Locale.ROOT));
        assertThat(refused().forget(nearly)).isFalse();
        assertThat(recordOf(look(key("Key"))).state()).isEqualTo(RecordState.REFUSED);
    }
}
