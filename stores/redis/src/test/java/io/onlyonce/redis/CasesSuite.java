package io.onlyonce.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.Fingerprint;
import io.onlyonce.record.Claim;
import io.onlyonce.record.ClaimRequest;
import io.onlyonce.record.Completion;
import io.onlyonce.record.Fence;
import io.onlyonce.record.IdempotencyRecord;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordState;
import io.onlyonce.testkit.Herd;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is Redis' own in {@link RedisRecordStore}, on any server: expiries, fences, keys. */
abstract class CasesSuite {
    static final Duration LEASE = Duration.ofMinutes(1);
    static final RecordKey KEY = new RecordKey("alice", "charge", "k");

    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final long ABANDONED_FOR = Duration.ofDays(30).toMillis();

    private final Records records;
    private final RedisRecordStore store;

    CasesSuite(Records records) {
        this.records = records;
        this.store = records.store();
    }

    @BeforeEach
    void clear() {
        records.clear();
    }

    static ConditionFactory await() {
        return Awaitility.await().pollInterval(Duration.ofMillis(5)).atMost(Duration.ofSeconds(30));
    }

    static ClaimRequest request(RecordKey key) {
        return new ClaimRequest(key, Fingerprint.of("payload"), LEASE);
    }

    static Completion done(String answer) {
        return new Completion(
                RecordState.COMPLETED, null, answer.getBytes(StandardCharsets.UTF_8), Duration.ofHours(1));
    }

    private Claim.Claimed win() {
        return (Claim.Claimed) store.claim(request(KEY));
    }

    /** As if Redis' clock had been set back by an hour since the key's last claim. */
    private Fence setFenceAhead() {
        Fence ahead = new Fence(records.now() + HOUR * 1000);
        records.set(KEY, "fence", String.valueOf(ahead.number()));
        return ahead;
    }

    @Test
    @DisplayName("B-42 a claim has an expiry, but one far behind its lease: a lost claim is told for 30 days")
    void expiryOfClaim() {
        Claim.Claimed claimed = win();
        assertThat(records.timeToLive(KEY)).isBetween(ABANDONED_FOR, ABANDONED_FOR + LEASE.toMillis() + 1);
        store.renew(KEY, claimed.fence(), LEASE.multipliedBy(60));
        assertThat(records.timeToLive(KEY)).isBetween(ABANDONED_FOR + HOUR / 2, ABANDONED_FOR + HOUR + 1);
        store.abandon(KEY, claimed.fence());
        assertThat(records.timeToLive(KEY)).isBetween(ABANDONED_FOR - HOUR / 2, ABANDONED_FOR + 1);
        assertThat(store.claim(request(KEY))).isInstanceOf(Claim.Abandoned.class);
    }

    @Test
    @DisplayName(
            "B-42 the retention is counted from the completion, by Redis' own expiry; no verb leaves a key without one")
    void expiryOfAnswer() {
        Claim.Claimed claimed = win();
        store.complete(KEY, claimed.fence(), done("done"));
        assertThat(records.timeToLive(KEY)).isBetween(HOUR - HOUR / 2, HOUR + 1);
        store.claim(request(KEY));
        store.takeOver(request(KEY), claimed.fence());
        store.renew(KEY, claimed.fence(), LEASE);
        assertThat(records.timeToLive(KEY)).isBetween(HOUR - HOUR / 2, HOUR + 1);
    }

    @Test
    @DisplayName("B-42 an answer whose retention is over is gone, and the key is free")
    void retentionOver() {
        Claim.Claimed claimed = win();
        store.complete(KEY, claimed.fence(), new Completion(RecordState.COMPLETED, null, null, Duration.ofMillis(30)));
        await().until(() -> store.claim(request(KEY)) instanceof Claim.Claimed);
    }

    @Test
    @DisplayName("an abandoned claim is kept as long as it was told, then its key is free with a greater fence")
    void abandonedForLess() {
        RedisRecordStore forgetful = new RedisRecordStore(records.access(), records.prefix(), Duration.ofSeconds(1));
        Claim.Claimed lost = (Claim.Claimed) forgetful.claim(request(KEY));
        forgetful.abandon(KEY, lost.fence());
        assertThat(forgetful.claim(request(KEY))).isInstanceOf(Claim.Abandoned.class);
        await().until(() -> records.all(KEY).isEmpty());
        assertThat(win().fence()).isGreaterThan(lost.fence());
    }

    @Test
    @DisplayName(
            "B-24 an owner that overran its lease of 80 ms and unlocks at last does not remove the next owner's claim")
    void lateRelease() {
        Claim.Claimed late =
                (Claim.Claimed) store.claim(new ClaimRequest(KEY, Fingerprint.of("payload"), Duration.ofMillis(80)));
        await().until(() -> store.claim(request(KEY)) instanceof Claim.Abandoned);
        Claim.Claimed owner = (Claim.Claimed) store.takeOver(request(KEY), late.fence());
        assertThat(store.release(KEY, late.fence())).isFalse();
        assertThat(records.get(KEY, "fence"))
                .isEqualTo(String.valueOf(owner.fence().number()));
        assertThat(store.claim(request(KEY))).as("a third caller").isInstanceOf(Claim.InProgress.class);
        assertThat(store.complete(KEY, owner.fence(), done("owner's"))).isTrue();
    }

    @Test
    @DisplayName("B-44 fences of one key rise though many claims of it come in one moment: 50 rounds of 8 threads")
    void fencesInOneMoment() {
        List<Long> granted = new ArrayList<>();
        for (int round = 0; round < 50; round++) {
            Herd.of(8).runAll(member -> {
                if (store.claim(request(KEY)) instanceof Claim.Claimed claimed) {
                    synchronized (granted) {
                        granted.add(claimed.fence().number());
                    }
                    assertThat(store.release(KEY, claimed.fence())).isTrue();
                }
                return true;
            });
        }
        assertThat(granted)
                .hasSizeGreaterThanOrEqualTo(50)
                .doesNotHaveDuplicates()
                .isSorted();
    }

    @Test
    @DisplayName("B-44 the fence rises over a release although Redis' clock was set back by an hour")
    void clockSetBackBeforeRelease() {
        win();
        Fence ahead = setFenceAhead();
        assertThat(store.release(KEY, ahead)).isTrue();
        assertThat(records.timeToLive(KEY))
                .as("kept until the clock has passed the fence")
                .isGreaterThan(HOUR);
        assertThat(win().fence()).isEqualTo(new Fence(ahead.number() + 1));
    }

    @Test
    @DisplayName("B-44 the fence rises over a take-over although Redis' clock was set back by an hour")
    void clockSetBackBeforeTakeOver() {
        win();
        Fence ahead = setFenceAhead();
        store.abandon(KEY, ahead);
        assertThat(((Claim.Claimed) store.takeOver(request(KEY), ahead)).fence())
                .isEqualTo(new Fence(ahead.number() + 1));
    }

    @Test
    @DisplayName(
            "B-44 an answer is not forgotten before Redis' clock has passed its fence, so the next fence is greater")
    void clockSetBackBeforeCompletion() {
        win();
        Fence ahead = setFenceAhead();
        store.complete(KEY, ahead, new Completion(RecordState.COMPLETED, null, null, Duration.ofMillis(1)));
        assertThat(records.timeToLive(KEY)).isGreaterThan(HOUR - 60_000);
    }

    @Test
    @DisplayName("B-44 all times are Redis' own: creation, lease and fence lie between two of its times")
    void timeOfRedis() {
        long before = records.now();
        Claim.Claimed claimed = win();
        long after = records.now();
        assertThat(claimed.fence().number()).isBetween(before, after);
        assertThat(Long.parseLong(records.get(KEY, "created"))).isBetween(before, after);
        assertThat(Long.parseLong(records.get(KEY, "lease")))
                .isBetween(before + LEASE.toNanos() / 1000, after + LEASE.toNanos() / 1000);
    }

    @Test
    @DisplayName("a take-over keeps the time at which the record was created")
    void createdAt() {
        Fence lost = win().fence();
        String created = records.get(KEY, "created");
        store.abandon(KEY, lost);
        assertThat(store.takeOver(request(KEY), lost)).isInstanceOf(Claim.Claimed.class);
        assertThat(records.get(KEY, "created")).isEqualTo(created);
    }

    @Test
    @DisplayName("B-02 what users send is hashed into the key: braces and line ends in it steer nothing")
    void keysAreHashed() {
        RecordKey wild = new RecordKey("{other}:x", "pay\r\nDEL", "k}{k*?");
        store.claim(request(wild));
        assertThat(records.keys())
                .singleElement()
                .satisfies(
                        key -> assertThat(Bytes.text(key)).matches("\\Q" + records.prefix() + "\\E\\{[0-9a-f]{32}\\}"));
        assertThat(records.maintenance().find(wild).map(IdempotencyRecord::key)).contains(wild);
    }

    @Test
    @DisplayName("a hash that is another key's is a loud error, never a replay, and is not taken over")
    void foreignRow() {
        Fence fence = win().fence();
        records.set(KEY, "key", "another");
        records.expireLease(KEY);
        assertThatThrownBy(() -> store.claim(request(KEY)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("belongs to");
        assertThatThrownBy(() -> store.takeOver(request(KEY), fence)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> records.maintenance().find(KEY)).isInstanceOf(IllegalStateException.class);
        assertThat(records.get(KEY, "fence")).isEqualTo(String.valueOf(fence.number()));
    }

    @Test
    @DisplayName("a key of another kind is refused with Redis' words, and left alone")
    void otherKind() {
        records.put(KEY, "a text");
        assertThatThrownBy(() -> store.claim(request(KEY)))
                .isInstanceOf(RedisStoreException.class)
                .hasMessageContainingAll("WRONGTYPE", "Nothing was done");
    }

    @Test
    @DisplayName("a released key is not found")
    void findsNoReleased() {
        store.release(KEY, win().fence());
        assertThat(records.all(KEY)).as("its fence is kept").isNotEmpty();
        assertThat(records.maintenance().find(KEY)).isEmpty();
    }
}
