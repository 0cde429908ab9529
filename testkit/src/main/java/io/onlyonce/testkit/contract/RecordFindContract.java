package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.Fingerprint;
import io.onlyonce.record.Completion;
import io.onlyonce.record.IdempotencyRecord;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordMaintenance;
import io.onlyonce.record.RecordState;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What looking at records from outside a request finds. */
public abstract class RecordFindContract extends RecordFixture {
    /** The maintenance of the store that {@link #records()} drives. */
    protected abstract RecordMaintenance maintenance();

    @Test
    @DisplayName("nothing is found under a key that was never used, nor under its like in another scope")
    void findsNothing() {
        remember(key("k"), "done");
        assertThat(maintenance().find(key("K"))).isEmpty();
        assertThat(maintenance().find(new RecordKey(scope("other"), "create-order", "k")))
                .isEmpty();
    }

    @Test
    @DisplayName("a completed record is found with everything in it")
    void findsCompleted() {
        records()
                .remember(
                        key("k"),
                        Fingerprint.of("other"),
                        new Completion(RecordState.REFUSED, "sold-out", bytes("none left"), RETENTION));
        assertThat(maintenance().find(key("k"))).hasValueSatisfying(found -> {
            assertThat(found.key()).isEqualTo(key("k"));
            assertThat(found.fingerprint()).isEqualTo(Fingerprint.of("other"));
            assertThat(found.state()).isEqualTo(RecordState.REFUSED);
            assertThat(found.refusalCode()).isEqualTo("sold-out");
            assertThat(found.answer()).isEqualTo(bytes("none left"));
            assertThat(found.expiresAt()).isAfter(found.createdAt());
        });
    }

    @Test
    @DisplayName("what is found is what a claimant is told")
    void findsWhatClaimTells() {
        remember(key("k"), "done");
        IdempotencyRecord told = recordOf(look(key("k")));
        assertThat(maintenance().find(key("k")).orElseThrow())
                .usingRecursiveComparison()
                .isEqualTo(told);
    }

    @Test
    @DisplayName("an expired record is not found")
    void findsNoExpired() {
        remember(key("k"), "done");
        expire(key("k"));
        assertThat(maintenance().find(key("k"))).isEmpty();
    }

    @Test
    @DisplayName(
            "a live claim is found without answer and expiry, or not at all while it is not committed; looking does not wait for it")
    void findsClaim() {
        records()
                .whileClaimed(
                        key("k"),
                        () -> assertThat(maintenance().find(key("k")).stream()).allSatisfy(found -> {
                            assertThat(found.state()).isEqualTo(RecordState.CLAIMED);
                            assertThat(found.answer()).isNull();
                            assertThat(found.expiresAt()).isNull();
                        }));
    }
}
