package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onlyonce.Fingerprint;
import io.onlyonce.record.Claim;
import io.onlyonce.record.ClaimRequest;
import io.onlyonce.record.Fence;
import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.record.RecordKey;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a leased store does for one claimant after another: leases, fences, take-overs. */
public abstract class LeasedRecordContract extends RecordStoreContract {
    /** How long the claims last that a case may let run out. */
    protected static final Duration LEASE = Duration.ofMinutes(1);

    /** The store; the same one each time within a test. */
    protected abstract LeasedRecordStore store();

    /**
     * Moves the end of this claim's lease into the past. A store with an adjustable clock may set it on by two minutes instead: the cases let no lease
     * run out that was longer than {@link #LEASE}.
     */
    protected abstract void expireLease(RecordKey key);

    /** Removes expired records for good; nothing to do where the store does so by itself. */
    protected abstract void purgeExpired();

    @Override
    protected final RecordDriver records() {
        return RecordDriver.of(store());
    }

    final Claim claim(RecordKey key) {
        return store().claim(request(key));
    }

    final Claim.Claimed win(RecordKey key) {
        return claimedOf(claim(key));
    }

    final Claim takeOver(RecordKey key, Fence lost) {
        return store().takeOver(request(key), lost);
    }

    static ClaimRequest request(RecordKey key) {
        return new ClaimRequest(key, FINGERPRINT, LEASE);
    }

    private Claim.Abandoned lost(RecordKey key) {
        Claim claim = claim(key);
        assertThat(claim).isInstanceOf(Claim.Abandoned.class);
        return (Claim.Abandoned) claim;
    }

    private void assertInProgress(Claim claim) {
        assertThat(claim).isInstanceOf(Claim.InProgress.class);
    }

    /** Nothing that names this fence has an effect any more. */
    private void assertOvertaken(RecordKey key, Fence fence) {
        assertThat(store().renew(key, fence, LEASE)).as("renew").isFalse();
        assertThat(store().complete(key, fence, done("late"))).as("complete").isFalse();
        assertThat(store().release(key, fence)).as("release").isFalse();
        assertThat(store().abandon(key, fence)).as("abandon").isFalse();
    }

    @Test
    @DisplayName("a duplicate of a live claim is told at once, with a hint no later than the lease's end")
    void liveClaim() {
        win(key("k"));
        long start = System.nanoTime();
        assertThat(claim(key("k")))
                .isInstanceOfSatisfying(
                        Claim.InProgress.class,
                        running -> assertThat(running.retryAfter()).isPositive().isLessThanOrEqualTo(LEASE));
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .as("a claim never waits")
                .isLessThan(Duration.ofSeconds(5));
    }

    @Test
    @DisplayName("B-42 a claim whose lease ran out is abandoned: its fence, attempt and fingerprint are told")
    void leaseRanOut() {
        Claim.Claimed first = win(key("k"));
        expireLease(key("k"));
        Claim told = store().claim(new ClaimRequest(key("k"), Fingerprint.of("something else"), LEASE));
        assertThat(told).isEqualTo(new Claim.Abandoned(first.fence(), 1, FINGERPRINT));
        assertThat(claim(key("k"))).as("asking changes nothing").isEqualTo(told);
    }

    @Test
    @DisplayName("B-42 a take-over is the next attempt with a greater fence, and its lease counts")
    void takenOver() {
        Claim.Claimed first = win(key("k"));
        expireLease(key("k"));
        Claim.Claimed second = claimedOf(takeOver(key("k"), first.fence()));
        assertThat(second.attempt()).isEqualTo(2);
        assertThat(second.fence()).isGreaterThan(first.fence());
        assertInProgress(claim(key("k")));
    }

    @Test
    @DisplayName("a take-over brings its own fingerprint")
    void fingerprintOfTakeOver() {
        Claim.Claimed first = win(key("k"));
        expireLease(key("k"));
        Fingerprint other = Fingerprint.of("a new release's form of the same payload");
        claimedOf(store().takeOver(new ClaimRequest(key("k"), other, LEASE), first.fence()));
        expireLease(key("k"));
        assertThat(lost(key("k")).fingerprint()).isEqualTo(other);
    }

    @Test
    @DisplayName("B-42 attempts are numbered without gaps, and fences rise with them")
    void attempts() {
        Claim.Claimed last = win(key("k"));
        for (int attempt = 2; attempt <= 6; attempt++) {
            expireLease(key("k"));
            Claim.Claimed next = claimedOf(takeOver(key("k"), lost(key("k")).fence()));
            assertThat(next.attempt()).isEqualTo(attempt);
            assertThat(next.fence()).isGreaterThan(last.fence());
            last = next;
        }
        assertThat(store().complete(key("k"), last.fence(), done("sixth"))).isTrue();
        assertDone(key("k"), "sixth");
    }

    @Test
    @DisplayName("a live claim cannot be taken over, not even with its own fence")
    void takeOverOfLiveClaim() {
        Claim.Claimed owner = win(key("k"));
        assertInProgress(takeOver(key("k"), owner.fence()));
        assertThat(store().complete(key("k"), owner.fence(), done("owner's"))).isTrue();
        assertDone(key("k"), "owner's");
    }

    @Test
    @DisplayName("a take-over that names an older fence is told how it stands")
    void takeOverWithOldFence() {
        Claim.Claimed first = win(key("k"));
        expireLease(key("k"));
        Claim.Claimed second = claimedOf(takeOver(key("k"), first.fence()));
        assertInProgress(takeOver(key("k"), first.fence()));
        expireLease(key("k"));
        assertThat(takeOver(key("k"), first.fence())).isEqualTo(new Claim.Abandoned(second.fence(), 2, FINGERPRINT));
    }

    @Test
    @DisplayName("a take-over of what was completed meanwhile gets the answer")
    void takeOverOfCompleted() {
        Claim.Claimed first = win(key("k"));
        expireLease(key("k"));
        assertThat(store().complete(key("k"), first.fence(), done("just in time")))
                .isTrue();
        assertThat(recordOf(takeOver(key("k"), first.fence())).answer()).isEqualTo(bytes("just in time"));
    }

    @Test
    @DisplayName("a take-over of what was released meanwhile is a fresh claim")
    void takeOverOfReleased() {
        Claim.Claimed first = win(key("k"));
        expireLease(key("k"));
        assertThat(store().release(key("k"), first.fence())).isTrue();
        Claim.Claimed fresh = claimedOf(takeOver(key("k"), first.fence()));
        assertThat(fresh.attempt()).isEqualTo(1);
        assertThat(fresh.fence()).isGreaterThan(first.fence());
    }

    @Test
    @DisplayName("B-42 an owner whose lease ran out may still complete while nobody took over")
    void lateButFirst() {
        Claim.Claimed owner = win(key("k"));
        expireLease(key("k"));
        assertThat(store().complete(key("k"), owner.fence(), done("late"))).isTrue();
        assertDone(key("k"), "late");
    }

    @Test
    @DisplayName("B-42 after a take-over every verb of the late owner is refused, and the new owner is not disturbed")
    void lateOwner() {
        Claim.Claimed late = win(key("k"));
        expireLease(key("k"));
        Claim.Claimed owner = claimedOf(takeOver(key("k"), late.fence()));
        assertOvertaken(key("k"), late.fence());
        assertInProgress(claim(key("k")));
        assertThat(store().renew(key("k"), owner.fence(), LEASE)).isTrue();
        assertThat(store().complete(key("k"), owner.fence(), done("owner's"))).isTrue();
        assertOvertaken(key("k"), late.fence());
        assertDone(key("k"), "owner's");
    }

    @Test
    @DisplayName("verbs that name a fence nobody was given are refused and change nothing")
    void strangeFence() {
        Claim.Claimed owner = win(key("k"));
        assertOvertaken(key("k"), new Fence(owner.fence().number() + 1000));
        assertOvertaken(key("never claimed"), owner.fence());
        assertThat(store().complete(key("k"), owner.fence(), done("owner's"))).isTrue();
    }

    @Test
    @DisplayName("a completed record is final: its own fence changes nothing any more")
    void completedIsFinal() {
        Claim.Claimed owner = win(key("k"));
        assertThat(store().complete(key("k"), owner.fence(), done("first"))).isTrue();
        assertOvertaken(key("k"), owner.fence());
        assertDone(key("k"), "first");
        assertThat(recordOf(takeOver(key("k"), owner.fence())).answer()).isEqualTo(bytes("first"));
    }

    @Test
    @DisplayName(
            "a released claim is as if it had never been: a fresh claim, attempt 1, greater fence, and no row stays")
    void released() {
        long before = countRecords();
        Claim.Claimed first = win(key("k"));
        assertThat(store().release(key("k"), first.fence())).isTrue();
        assertThat(countRecords()).isEqualTo(before);
        assertOvertaken(key("k"), first.fence());
        Claim.Claimed second = win(key("k"));
        assertThat(second.attempt()).isEqualTo(1);
        assertThat(second.fence()).isGreaterThan(first.fence());
        assertOvertaken(key("k"), first.fence());
    }

    @Test
    @DisplayName("an abandoned claim is abandoned at once, and can be taken over")
    void abandoned() {
        Claim.Claimed first = win(key("k"));
        assertThat(store().abandon(key("k"), first.fence())).isTrue();
        assertThat(claim(key("k"))).isEqualTo(new Claim.Abandoned(first.fence(), 1, FINGERPRINT));
        assertThat(claimedOf(takeOver(key("k"), first.fence())).attempt()).isEqualTo(2);
        assertOvertaken(key("k"), first.fence());
    }

    @Test
    @DisplayName("the fence rises also after the record expired and was purged")
    void fenceAfterPurge() {
        Claim.Claimed first = win(key("k"));
        assertThat(store().complete(key("k"), first.fence(), done("old"))).isTrue();
        expire(key("k"));
        purgeExpired();
        Claim.Claimed second = win(key("k"));
        assertThat(second.attempt()).isEqualTo(1);
        assertThat(second.fence()).isGreaterThan(first.fence());
        assertOvertaken(key("k"), first.fence());
    }

    @Test
    @DisplayName("the fence rises over an expired record that was not purged")
    void fenceOverExpired() {
        Claim.Claimed first = win(key("k"));
        assertThat(store().complete(key("k"), first.fence(), done("old"))).isTrue();
        expire(key("k"));
        Claim.Claimed second = win(key("k"));
        assertThat(second.fence()).isGreaterThan(first.fence());
        assertOvertaken(key("k"), first.fence());
    }

    @Test
    @DisplayName("B-43 a purge never deletes a claim, not even one whose lease ran out")
    void purgeKeepsClaims() {
        win(key("live"));
        Claim.Claimed first = win(key("k"));
        expireLease(key("k"));
        purgeExpired();
        assertThat(lost(key("k")).fence()).isEqualTo(first.fence());
        assertThat(claim(key("live"))).isNotInstanceOf(Claim.Claimed.class);
    }

    @Test
    @DisplayName("a renewal prolongs the lease, counted from now")
    void renewed() {
        Duration brief = Duration.ofMillis(400);
        Claim.Claimed owner = claimedOf(store().claim(new ClaimRequest(key("k"), FINGERPRINT, brief)));
        assertThat(store().renew(key("k"), owner.fence(), LEASE)).isTrue();
        await().pollDelay(brief.multipliedBy(2)).until(() -> true);
        assertInProgress(claim(key("k")));
        expireLease(key("k"));
        assertThat(lost(key("k")).fence()).isEqualTo(owner.fence());
    }

    @Test
    @DisplayName("a renewal may shorten the lease as well")
    void renewedForLess() {
        Claim.Claimed owner = win(key("k"));
        assertThat(store().renew(key("k"), owner.fence(), Duration.ofMillis(100)))
                .isTrue();
        await().atMost(Duration.ofSeconds(10)).until(() -> claim(key("k")) instanceof Claim.Abandoned);
    }

    @Test
    @DisplayName("B-44 a lease below a second is kept to the millisecond, not rounded to none or to a second")
    void subSecondLease() {
        Duration lease = Duration.ofMillis(900);
        win(key("warm-up"));
        long start = System.nanoTime();
        claimedOf(store().claim(new ClaimRequest(key("k"), FINGERPRINT, lease)));
        Claim told = claim(key("k"));
        if (System.nanoTime() - start < lease.toNanos()) { // a machine that stood still for the lease has ended it
            assertThat(told)
                    .isInstanceOfSatisfying(
                            Claim.InProgress.class,
                            running -> assertThat(running.retryAfter()).isLessThanOrEqualTo(lease));
        }
        await().pollInterval(Duration.ofMillis(10))
                .atMost(Duration.ofSeconds(10))
                .until(() -> claim(key("k")) instanceof Claim.Abandoned);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(lease.minusMillis(5));
    }

    @Test
    @DisplayName("B-42 a lease of ten years does not overflow")
    void hugeLease() {
        Duration lease = Duration.ofDays(3660);
        Claim.Claimed owner = claimedOf(store().claim(new ClaimRequest(key("k"), FINGERPRINT, lease)));
        assertInProgress(claim(key("k")));
        assertThat(store().renew(key("k"), owner.fence(), lease)).isTrue();
        assertInProgress(claim(key("k")));
        assertThat(store().complete(key("k"), owner.fence(), done("done"))).isTrue();
    }
}
