package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.Fingerprint;
import io.onlyonce.record.Claim;
import io.onlyonce.record.ClaimRequest;
import io.onlyonce.record.Completion;
import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.record.RecordKey;
import java.time.Duration;

/** Each verb is durable by itself. */
record LeasedDriver(LeasedRecordStore store) implements RecordDriver {
    private static final Duration LEASE = Duration.ofMinutes(5);

    @Override
    public Claim remember(RecordKey key, Fingerprint fingerprint, Completion completion) {
        Claim claim = claim(key, fingerprint);
        if (claim instanceof Claim.Claimed claimed) {
            assertThat(store.complete(key, claimed.fence(), completion))
                    .as("the owner may complete")
                    .isTrue();
        }
        return claim;
    }

    @Override
    public Claim look(RecordKey key, Fingerprint fingerprint) {
        Claim claim = claim(key, fingerprint);
        if (claim instanceof Claim.Claimed claimed) {
            release(key, claimed);
        }
        return claim;
    }

    @Override
    public void whileClaimed(RecordKey key, Runnable action) {
        Claim claim = claim(key, Fingerprint.of("payload"));
        assertThat(claim).isInstanceOf(Claim.Claimed.class);
        action.run();
        release(key, (Claim.Claimed) claim);
    }

    private Claim claim(RecordKey key, Fingerprint fingerprint) {
        return store.claim(new ClaimRequest(key, fingerprint, LEASE));
    }

    private void release(RecordKey key, Claim.Claimed claimed) {
        assertThat(store.release(key, claimed.fence()))
                .as("the owner may release")
                .isTrue();
    }
}
