package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.Fingerprint;
import io.onlyonce.record.Claim;
import io.onlyonce.record.ClaimRequest;
import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordMaintenance;
import io.onlyonce.record.StepStore;
import java.time.Duration;
import java.util.UUID;

/** What the suites above a leased store need of their pupil. The cases use keys in a random scope, so several suites may share one store. */
public abstract class LeasedFixture {
    /** How long the claims last that a case may let run out. */
    protected static final Duration LEASE = Duration.ofMinutes(1);

    static final Fingerprint FINGERPRINT = Fingerprint.of("payload");

    final String scope = "tenant-" + UUID.randomUUID();

    /** The store; the same one each time within a test. */
    protected abstract LeasedRecordStore store();

    /** Keeps steps beside that store's records. */
    protected abstract StepStore steps();

    /** Looks at that store's records. */
    protected abstract RecordMaintenance maintenance();

    /** Moves the end of this claim's lease into the past, or an adjustable clock on by two minutes. */
    protected abstract void expireLease(RecordKey key);

    /** Moves the end of this record's retention into the past, or an adjustable clock on by two days. */
    protected abstract void expire(RecordKey key);

    final RecordKey key(String operation, String key) {
        return new RecordKey(scope, operation, key);
    }

    final Claim.Claimed win(RecordKey key) {
        Claim claim = store().claim(request(key));
        assertThat(claim).isInstanceOf(Claim.Claimed.class);
        return (Claim.Claimed) claim;
    }

    final Claim.Claimed takeOver(RecordKey key, Claim.Claimed lost) {
        expireLease(key);
        Claim claim = store().takeOver(request(key), lost.fence());
        assertThat(claim).isInstanceOf(Claim.Claimed.class);
        return (Claim.Claimed) claim;
    }

    static ClaimRequest request(RecordKey key) {
        return new ClaimRequest(key, FINGERPRINT, LEASE);
    }
}
