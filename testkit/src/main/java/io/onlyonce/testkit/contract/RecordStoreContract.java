package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.onlyonce.Fingerprint;
import io.onlyonce.record.Claim;
import io.onlyonce.record.Completion;
import io.onlyonce.record.IdempotencyRecord;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordState;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What every record store does, whether its claims ride in transactions or have leases: keep what it was given, and forget it in time. */
public abstract class RecordStoreContract extends RecordIdentityContract {
    @Test
    @DisplayName("a key that was never seen is claimed: attempt 1, a positive fence")
    void firstClaim() {
        Claim.Claimed claimed = claimedOf(look(key("new")));
        assertThat(claimed.attempt()).isEqualTo(1);
        assertThat(claimed.fence().number()).isPositive();
    }

    @Test
    @DisplayName("a completed key answers with its record: the same state, bytes, fingerprint and key")
    void replay() {
        RecordKey key = key("replay");
        remember(key, "{\"orderId\":7}");
        IdempotencyRecord stored = recordOf(look(key));
        assertThat(stored.key()).isEqualTo(key);
        assertThat(stored.state()).isEqualTo(RecordState.COMPLETED);
        assertThat(stored.refusalCode()).isNull();
        assertThat(stored.answer()).isEqualTo(bytes("{\"orderId\":7}"));
        assertThat(stored.fingerprint()).isEqualTo(FINGERPRINT);
    }

    @Test
    @DisplayName("the second of two completions finds the first and changes nothing")
    void firstAnswerStays() {
        RecordKey key = key("first-stays");
        remember(key, "first");
        assertThat(recordOf(remember(key, "second")).answer()).isEqualTo(bytes("first"));
        assertDone(key, "first");
    }

    @Test
    @DisplayName("B-38 an empty answer stays empty and does not turn into none")
    void emptyAnswer() {
        assertThat(replayed(key("empty"), new byte[0])).isNotNull().isEmpty();
    }

    @Test
    @DisplayName("B-38 an answer that was not kept is none, and the operation is done all the same")
    @SuppressWarnings("NullAway") // nullness inside generics and arrays is read from JDK 22 on
    void noAnswer() {
        assertThat(replayed(key("none"), null)).isNull();
    }

    @Test
    @DisplayName("B-06 an answer of all 256 byte values comes back byte for byte")
    void allByteValues() {
        byte[] all = new byte[256];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }
        assertThat(replayed(key("bytes"), all)).isEqualTo(all);
    }

    @Test
    @DisplayName("an answer of 1 MiB comes back byte for byte")
    void largeAnswer() {
        byte[] large = new byte[1 << 20];
        new Random(7).nextBytes(large);
        assertThat(Arrays.equals(replayed(key("large"), large), large)).isTrue();
    }

    @Test
    @DisplayName("a refusal comes back with its code and message")
    void refusal() {
        RecordKey key = key("refused");
        remember(key, new Completion(RecordState.REFUSED, "insufficient-funds", bytes("zu wenig: 3 €"), RETENTION));
        IdempotencyRecord stored = recordOf(look(key));
        assertThat(stored.state()).isEqualTo(RecordState.REFUSED);
        assertThat(stored.refusalCode()).isEqualTo("insufficient-funds");
        assertThat(stored.answer()).isEqualTo(bytes("zu wenig: 3 €"));
    }

    @Test
    @DisplayName("a refusal without a code or message, and one with a code of 64 characters, come back so")
    @SuppressWarnings("NullAway") // nullness inside generics and arrays is read from JDK 22 on
    void refusalAtTheEdges() {
        remember(key("bare"), new Completion(RecordState.REFUSED, null, null, RETENTION));
        assertThat(recordOf(look(key("bare")))).satisfies(stored -> {
            assertThat(stored.state()).isEqualTo(RecordState.REFUSED);
            assertThat(stored.refusalCode()).isNull();
            assertThat(stored.answer()).isNull();
        });
        remember(key("long"), new Completion(RecordState.REFUSED, "c".repeat(64), new byte[0], RETENTION));
        assertThat(recordOf(look(key("long"))).refusalCode()).isEqualTo("c".repeat(64));
    }

    @Test
    @DisplayName("the fingerprint that comes back is the first call's, whatever the duplicate asks for")
    void storedFingerprint() {
        RecordKey key = key("fingerprint");
        remember(key, "done");
        assertThat(recordOf(records().look(key, Fingerprint.of("something else")))
                        .fingerprint())
                .isEqualTo(FINGERPRINT);
    }

    @Test
    @DisplayName("a fingerprint of another release's algorithm comes back byte for byte")
    void fingerprintOfAnotherVersion() {
        byte[] other = new byte[33];
        Arrays.fill(other, (byte) 0xFF);
        other[0] = 9;
        RecordKey key = key("other-version");
        records().remember(key, Fingerprint.ofBytes(other), done("done"));
        assertThat(recordOf(look(key)).fingerprint().bytes()).isEqualTo(other);
    }

    @Test
    @DisplayName("createdAt is now, and expiresAt is the retention later")
    void instants() {
        RecordKey key = key("instants");
        remember(key, "done");
        IdempotencyRecord stored = recordOf(look(key));
        assertThat(stored.createdAt())
                .as("a clock in another zone is hours away")
                .isCloseTo(Instant.now(), within(10, ChronoUnit.MINUTES));
        assertThat(keptFor(stored)).isBetween(RETENTION.minusMillis(2), RETENTION.plusMinutes(1));
    }

    @Test
    @DisplayName("a retention of ten years does not overflow, one of half a minute does not vanish")
    void retentionAtTheEdges() {
        Duration longest = Duration.ofDays(3660);
        remember(key("longest"), new Completion(RecordState.COMPLETED, null, bytes("x"), longest));
        assertThat(keptFor(recordOf(look(key("longest"))))).isBetween(longest.minusMillis(2), longest.plusMinutes(1));
        remember(key("shortest"), new Completion(RecordState.COMPLETED, null, bytes("x"), Duration.ofSeconds(30)));
        assertDone(key("shortest"), "x");
        expire(key("shortest")); // and not half a minute later, in another case that counts what a purge deletes
    }

    @Test
    @DisplayName("B-43 an expired record counts as absent, whether or not it was purged")
    void expired() {
        RecordKey key = key("expired");
        remember(key, "old");
        expire(key);
        assertThat(claimedOf(look(key)).attempt()).isEqualTo(1);
    }

    @Test
    @DisplayName("B-43 what is claimed after the expiry is a new record: new answer, new fingerprint, new times")
    void claimedAfterExpiry() {
        RecordKey key = key("again");
        remember(key, new Completion(RecordState.REFUSED, "insufficient-funds", bytes("old"), RETENTION));
        expire(key);
        long before = countRecords();
        Fingerprint other = Fingerprint.of("another payload");
        records().remember(key, other, doneForLong("new"));
        IdempotencyRecord stored = recordOf(look(key));
        assertThat(stored.answer()).isEqualTo(bytes("new"));
        assertThat(stored.state()).isEqualTo(RecordState.COMPLETED);
        assertThat(stored.refusalCode()).isNull();
        assertThat(stored.fingerprint()).isEqualTo(other);
        assertThat(keptFor(stored)).isGreaterThan(LONG_RETENTION.minusMinutes(1));
        assertThat(countRecords() - before).as("records beside the old one").isBetween(0L, 1L);
    }

    @Test
    @DisplayName("an expired record takes no other record with it")
    void expiryOfOne() {
        RecordKey live = key("live");
        remember(live, doneForLong("live"));
        remember(key("dead"), "dead");
        expire(key("dead"));
        assertFree(key("dead"));
        assertDone(live, "live");
    }

    @SuppressWarnings("NullAway") // nullness inside generics and arrays is read from JDK 22 on
    private byte @Nullable [] replayed(RecordKey key, byte @Nullable [] answer) {
        remember(key, new Completion(RecordState.COMPLETED, null, answer, RETENTION));
        return recordOf(look(key)).answer();
    }

    private static Duration keptFor(IdempotencyRecord stored) {
        return Duration.between(
                stored.createdAt(), Objects.requireNonNull(stored.expiresAt(), "a completed record has an expiry"));
    }
}
