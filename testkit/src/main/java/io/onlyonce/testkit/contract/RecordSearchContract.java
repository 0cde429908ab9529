package io.onlyonce.testkit.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.Fingerprint;
import io.onlyonce.record.AbandonedClaims;
import io.onlyonce.record.Claim;
import io.onlyonce.record.ClaimRequest;
import io.onlyonce.record.Completion;
import io.onlyonce.record.Fence;
import io.onlyonce.record.FoundRecord;
import io.onlyonce.record.FoundRecord.Standing;
import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordSearch;
import io.onlyonce.record.RecordState;
import io.onlyonce.testkit.Herd;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/**
 * The contract of a {@link RecordSearch} over a leased store, and of {@link AbandonedClaims} over both. The cases use keys in a random scope, so several suites may share one
 * store.
 */
public abstract class RecordSearchContract {
    private static final Fingerprint FINGERPRINT = Fingerprint.of("payload");
    private static final Duration LEASE = Duration.ofMinutes(1);
    private static final Duration DAY = Duration.ofDays(1);
    private static final int PEOPLE = 4;
    private static final int MANY = 10_000;

    private final String scope = "tenant-" + UUID.randomUUID();

    /** The pupil. */
    protected abstract RecordSearch search();

    /** The store that it looks into; the same one each time within a test. */
    protected abstract LeasedRecordStore store();

    /** Moves the end of this claim's lease into the past, or an adjustable clock on by two minutes. */
    protected abstract void expireLease(RecordKey key);

    /** Moves the end of this record's retention into the past, or an adjustable clock on by two days. */
    protected abstract void expire(RecordKey key);

    private RecordKey key(String key) {
        return new RecordKey(scope, "charge", key);
    }

    private static ClaimRequest request(RecordKey key) {
        return new ClaimRequest(key, FINGERPRINT, LEASE);
    }

    private Fence win(RecordKey key) {
        Claim claim = store().claim(request(key));
        assertThat(claim).isInstanceOf(Claim.Claimed.class);
        return ((Claim.Claimed) claim).fence();
    }

    private Fence abandoned(RecordKey key) {
        Fence fence = win(key);
        expireLease(key);
        return fence;
    }

    private void complete(RecordKey key, RecordState state) {
        Completion end =
                new Completion(state, state == RecordState.REFUSED ? "no-funds" : null, "paid".getBytes(UTF_8), DAY);
        assertThat(store().complete(key, win(key), end)).isTrue();
    }

    private FoundRecord found(RecordKey key) {
        return search().find(key.id()).orElseThrow();
    }

    private AbandonedClaims desk() {
        return new AbandonedClaims(search(), store());
    }

    @Test
    @DisplayName("a record is found by its id alone, with all that is known of it")
    void byId() {
        assertThat(search().find(key("k").id())).isEmpty();
        Fence fence = win(key("k"));
        FoundRecord working = found(key("k"));
        assertThat(working.record().key()).isEqualTo(key("k"));
        assertThat(working.record().fingerprint()).isEqualTo(FINGERPRINT);
        assertThat(working.fence()).isEqualTo(fence);
        assertThat(working.attempt()).isEqualTo(1);
        assertThat(working.standing()).isEqualTo(Standing.WORKING);
        assertThat(working.leaseLeft()).isBetween(Duration.ofSeconds(1), LEASE);
    }

    @Test
    @DisplayName("a lost claim, an answer, a refusal and what has expired are told apart")
    void standings() {
        Fence lost = abandoned(key("lost"));
        complete(key("done"), RecordState.COMPLETED);
        complete(key("refused"), RecordState.REFUSED);
        assertThat(found(key("lost")).standing()).isEqualTo(Standing.ABANDONED);
        assertThat(found(key("lost")).leaseLeft()).isNull();
        assertThat(found(key("lost")).fence()).isEqualTo(lost);
        assertThat(found(key("done")).standing()).isEqualTo(Standing.COMPLETED);
        assertThat(found(key("refused")).standing()).isEqualTo(Standing.REFUSED);
        assertThat(found(key("refused")).record().refusalCode()).isEqualTo("no-funds");
        expire(key("done"));
        assertThat(found(key("done")).standing()).isEqualTo(Standing.EXPIRED);
    }

    @Test
    @DisplayName("open claims: those that are lost and those at work, nothing that has an end; counted the same way")
    void openClaims() {
        RecordSearch.Claims before = search().countClaims();
        complete(key("done"), RecordState.COMPLETED);
        abandoned(key("lost"));
        win(key("working"));
        List<RecordKey> open = search().openClaims(MANY).stream()
                .map(claim -> claim.record().key())
                .filter(key -> key.scope().equals(scope))
                .toList();
        assertThat(open).containsExactly(key("lost"), key("working"));
        assertThat(search().openClaims(1)).hasSize(1);
        assertThat(search().countClaims().abandoned() - before.abandoned()).isEqualTo(1);
        assertThat(search().countClaims().working() - before.working()).isEqualTo(1);
    }

    @Test
    @DisplayName("B-42 a lost claim that is released is gone, and the next call begins anew")
    void released() {
        Fence lost = abandoned(key("k"));
        assertThat(desk().release(key("k").id(), lost)).contains(key("k"));
        assertThat(search().find(key("k").id())).isEmpty();
        assertThat(win(key("k"))).isGreaterThan(lost);
        assertThat(found(key("k")).attempt()).isEqualTo(1);
    }

    @Test
    @DisplayName("B-42 a lost claim that is confirmed is done, without an answer, and its late owner changes nothing")
    void confirmed() {
        Fence lost = abandoned(key("k"));
        assertThat(desk().confirm(key("k").id(), lost, DAY)).contains(key("k"));
        FoundRecord done = found(key("k"));
        assertThat(done.standing()).isEqualTo(Standing.COMPLETED);
        assertThat(done.record().answer()).isNull();
        assertThat(store().complete(
                                key("k"),
                                lost,
                                new Completion(RecordState.COMPLETED, null, "late".getBytes(UTF_8), DAY)))
                .isFalse();
        assertThat(found(key("k")).record().answer()).isNull();
        assertThat(store().claim(request(key("k")))).isInstanceOf(Claim.Completed.class);
    }

    @Test
    @DisplayName(
            "B-42 nothing is settled that is at work, done, gone, or another claim than the one that was looked at")
    void notAbandoned() {
        Fence working = win(key("working"));
        assertThat(desk().release(key("working").id(), working)).isEmpty();
        assertThat(found(key("working")).standing()).isEqualTo(Standing.WORKING);
        complete(key("done"), RecordState.COMPLETED);
        assertThat(desk().release(key("done").id(), found(key("done")).fence())).isEmpty();
        assertThat(found(key("done")).standing()).isEqualTo(Standing.COMPLETED);
        assertThat(desk().confirm(key("absent").id(), working, DAY)).isEmpty();
        assertThat(search().find(key("absent").id())).isEmpty();
        Fence lost = abandoned(key("k"));
        assertThat(desk().release(key("k").id(), new Fence(lost.number() + 1))).isEmpty();
        assertThat(found(key("k")).standing()).isEqualTo(Standing.ABANDONED);
        assertThat(found(key("k")).fence()).isEqualTo(lost);
    }

    @RepeatedTest(50)
    @DisplayName("B-42 of several people and a request that settle one lost claim at once, one does")
    void atOnce() {
        Fence lost = abandoned(key("k"));
        List<Boolean> won = Herd.of(PEOPLE).runAll(member -> switch (member) {
            case 0 -> store().takeOver(request(key("k")), lost) instanceof Claim.Claimed taken && taken.attempt() > 1;
            case 1 -> desk().release(key("k").id(), lost).isPresent();
            default -> desk().confirm(key("k").id(), lost, DAY).isPresent();
        });
        assertThat(won).containsOnlyOnce(true);
        Standing after = search().find(key("k").id()).map(FoundRecord::standing).orElse(Standing.EXPIRED);
        if (won.get(0)) {
            assertThat(after).isEqualTo(Standing.WORKING);
        } else if (won.get(2) || won.get(3)) {
            assertThat(after).isEqualTo(Standing.COMPLETED);
        }
    }
}
