package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.Fingerprint;
import io.onlyonce.record.Claim;
import io.onlyonce.record.Completion;
import io.onlyonce.record.IdempotencyRecord;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordState;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;

/**
 * What a record suite needs of its pupil, and the words that its cases are written in.
 *
 * <p>The cases use keys in a random scope, so several suites may share one table; they need no empty one.
 */
public abstract class RecordFixture {
    /** How long the answers are kept that a case may let expire. */
    protected static final Duration RETENTION = Duration.ofHours(1);
    /** How long the answers are kept that must outlive them. */
    protected static final Duration LONG_RETENTION = Duration.ofDays(1000);
    /** What the first call asked for. */
    protected static final Fingerprint FINGERPRINT = Fingerprint.of("payload");

    private final String scope = "tenant/" + UUID.randomUUID();

    /** Drives the store. */
    protected abstract RecordDriver records();

    /**
     * Moves the end of this record's retention into the past. A store with an adjustable clock may set it on by two hours instead: the cases expire no
     * record that was kept longer than {@link #RETENTION}.
     */
    protected abstract void expire(RecordKey key);

    /** How many records another client of the store finds, of any scope and state; what is not committed does not count. */
    protected abstract long countRecords();

    /** The same store for all keys of one test. */
    protected final RecordKey key(String key) {
        return new RecordKey(scope, "create-order", key);
    }

    /** A scope of this test's own whose text ends so. */
    protected final String scope(String end) {
        return scope + "/" + end;
    }

    protected static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A success whose answer may expire in this test. */
    protected static Completion done(String answer) {
        return new Completion(RecordState.COMPLETED, null, bytes(answer), RETENTION);
    }

    protected final Claim remember(RecordKey key, String answer) {
        return remember(key, done(answer));
    }

    protected final Claim remember(RecordKey key, Completion completion) {
        return records().remember(key, FINGERPRINT, completion);
    }

    /** A success that outlives whatever expires in this test. */
    protected static Completion doneForLong(String answer) {
        return new Completion(RecordState.COMPLETED, null, bytes(answer), LONG_RETENTION);
    }

    protected final Claim look(RecordKey key) {
        return records().look(key, FINGERPRINT);
    }

    /** The key is free: a claimant gets it. */
    protected final void assertFree(RecordKey key) {
        assertThat(look(key)).as("claim of %s", key).isInstanceOf(Claim.Claimed.class);
    }

    /** The key is done with this answer. */
    protected final void assertDone(RecordKey key, String answer) {
        assertThat(recordOf(look(key)).answer()).as("answer of %s", key).isEqualTo(bytes(answer));
    }

    protected static IdempotencyRecord recordOf(Claim claim) {
        assertThat(claim).isInstanceOf(Claim.Completed.class);
        return ((Claim.Completed) claim).record();
    }

    protected static Claim.Claimed claimedOf(Claim claim) {
        assertThat(claim).isInstanceOf(Claim.Claimed.class);
        return (Claim.Claimed) claim;
    }
}
