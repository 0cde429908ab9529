package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.audit.AuditEntry;
import io.onlyonce.audit.AuditEntry.Action;
import io.onlyonce.audit.AuditId;
import io.onlyonce.audit.AuditQuery;
import io.onlyonce.audit.AuditStore;
import io.onlyonce.audit.AuditStore.Count;
import io.onlyonce.probe.DecisionLog;
import io.onlyonce.probe.Rejection;
import io.onlyonce.probe.Summary;
import io.onlyonce.record.RecordId;
import io.onlyonce.record.RecordKey;
import io.onlyonce.testkit.Herd;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** The contract of an {@link AuditStore}. The suite empties it before each case. */
public abstract class AuditStoreContract {
    private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");
    private static final Instant END = NOON.plus(Duration.ofDays(1));
    private static final int MANY = 1000;

    /** The pupil; the same one each time within a test. */
    protected abstract AuditStore store();

    @BeforeEach
    void empty() {
        while (store().purge(Instant.parse("2200-01-01T00:00:00Z"), MANY) > 0) {
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        }
    }

    private static AuditEntry entry(Instant at, String key, String event, @Nullable String number) {
        RecordKey whole = new RecordKey("alice", "pay", key);
        return new AuditEntry(
                AuditId.at(at),
                whole.id(),
                "pay",
                DecisionLog.digest("alice"),
                DecisionLog.digest(key),
                event,
                "done",
                "record",
                1,
                new Summary("201", number),
                "r-1",
                Duration.ofMillis(12),
                null);
    }

    private static Instant minute(int minute) {
        return NOON.plus(Duration.ofMinutes(minute));
    }

    private static AuditQuery all() {
        return AuditQuery.between(NOON.minus(Duration.ofDays(1)), END, MANY);
    }

    @Test
    @DisplayName("what is written is read, each field, and what is missing is missing")
    void roundTrip() {
        AuditEntry full = entry(NOON, "k", "first", "O-1");
        AuditEntry bare = new AuditEntry(
                AuditId.at(minute(1)),
                full.record(),
                "支付",
                full.scope(),
                full.key(),
                "released_by_hand",
                "none",
                null,
                0,
                Summary.NONE,
                null,
                Duration.ZERO,
                "李雷");
        AuditEntry rejected = AuditEntry.of(
                AuditId.at(minute(2)), new Rejection("pay", null, null, "idempotency-key-missing"), "r-2");
        AuditEntry purged = AuditEntry.of(
                AuditId.at(minute(3)), Action.PURGED_BY_HAND, "purge", new Summary("7", "JdbcTokenMaintenance"), "li");
        store().append(List.of(full, rejected, bare, purged));
        assertThat(store().find(all())).containsExactly(purged, rejected, bare, full);
        assertThat(store().find(all().ofEvent("rejected"))).containsExactly(rejected);
        assertThat(store().find(all().ofRecord(full.record()))).containsExactly(bare, full);
    }

    @Test
    @DisplayName("an entry that is written twice is there once")
    void twice() {
        AuditEntry one = entry(NOON, "k", "first", "O-1");
        AuditEntry other = entry(minute(1), "k", "replayed", "O-1");
        store().append(List.of(one));
        store().append(List.of(one, other, one));
        assertThat(store().find(all())).containsExactly(other, one);
    }

    @Test
    @DisplayName("each condition finds its entries, and all of them together")
    void conditions() {
        AuditEntry first = entry(NOON, "k", "first", "O-1");
        AuditEntry replay = entry(minute(1), "k", "replayed", "O-1");
        AuditEntry another = entry(minute(2), "other", "first", null);
        store().append(List.of(replay, another, first));
        assertThat(store().find(all())).containsExactly(another, replay, first);
        assertThat(store().find(all().ofRecord(first.record()))).containsExactly(replay, first);
        assertThat(store().find(all().ofKey(DecisionLog.digest("other")))).containsExactly(another);
        assertThat(store().find(all().ofNumber("O-1"))).containsExactly(replay, first);
        assertThat(store().find(all().ofEvent("first"))).containsExactly(another, first);
        assertThat(store().find(all().ofOperation("pay").inState("done"))).hasSize(3);
        assertThat(store().find(all().ofOperation("refund"))).isEmpty();
        assertThat(store().find(all().inState("claimed"))).isEmpty();
        assertThat(store().find(all().ofRecord(first.record())
                        .ofKey(first.key())
                        .ofNumber("O-1")
                        .ofOperation("pay")
                        .inState("done")
                        .ofEvent("replayed")))
                .containsExactly(replay);
        assertThat(store().find(all().ofNumber("O-1' OR '1'='1"))).isEmpty();
        assertThat(store().find(all().ofRecord(new RecordId(first.id().toUuid()))))
                .isEmpty();
    }

    @Test
    @DisplayName("a time begins with its first entry and ends before its last; pages follow each other without a gap")
    void timesAndPages() {
        List<AuditEntry> entries = IntStream.range(0, 10)
                .mapToObj(i -> entry(minute(i), "k-" + i, "first", null))
                .toList();
        store().append(entries);
        assertThat(store().find(AuditQuery.between(minute(3), minute(6), MANY)))
                .containsExactly(entries.get(5), entries.get(4), entries.get(3));
        AuditQuery page = AuditQuery.between(NOON, END, 4);
        List<AuditEntry> one = store().find(page);
        List<AuditEntry> two = store().find(page.olderThan(one.get(3).id()));
        List<AuditEntry> three = store().find(page.olderThan(two.get(3).id()));
        assertThat(one).containsExactly(entries.get(9), entries.get(8), entries.get(7), entries.get(6));
        assertThat(two).containsExactly(entries.get(5), entries.get(4), entries.get(3), entries.get(2));
        assertThat(three).containsExactly(entries.get(1), entries.get(0));
    }

    @Test
    @DisplayName("events are counted in their slots")
    void counts() {
        store().append(List.of(
                entry(minute(-1), "too-early", "first", null),
                entry(minute(0), "a", "first", null),
                entry(minute(1), "b", "first", null),
                entry(minute(1), "b", "replayed", null),
                entry(minute(5), "c", "first", null),
                entry(minute(6), "too-late", "first", null)));
        assertThat(store().counts(NOON, Duration.ofMinutes(2), 3))
                .containsExactly(new Count(0, "first", 2), new Count(0, "replayed", 1), new Count(2, "first", 1));
        assertThat(store().counts(NOON, Duration.ofHours(1), 1))
                .containsExactly(new Count(0, "first", 4), new Count(0, "replayed", 1));
        assertThatThrownBy(() -> store().counts(NOON, Duration.ZERO, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PT0S");
        assertThatThrownBy(() -> store().counts(NOON, Duration.ofHours(1), 101))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("101");
    }

    @Test
    @DisplayName("B-43 a purge deletes what is older, in batches, and nothing else")
    void purge() {
        List<AuditEntry> entries = IntStream.range(0, 10)
                .mapToObj(i -> entry(minute(i), "k-" + i, "first", null))
                .toList();
        store().append(entries);
        assertThat(store().purge(minute(7), 5)).isEqualTo(5);
        assertThat(store().purge(minute(7), 5)).isEqualTo(2);
        assertThat(store().purge(minute(7), 5)).isZero();
        assertThat(store().find(all())).containsExactly(entries.get(9), entries.get(8), entries.get(7));
    }

    @RepeatedTest(10)
    @DisplayName("B-43 four purgers and two writers at once: each old entry is deleted once, each new one is there")
    void purgersAtOnce() {
        store().append(IntStream.range(0, 100)
                .mapToObj(i -> entry(minute(i), "k-" + i, "first", null))
                .toList());
        List<Integer> deleted = Herd.of(6).runAll(member -> {
            int sum = 0;
            for (int i = 0; i < 10; i++) {
                if (member < 4) {
                    sum += store().purge(minute(100), 7);
                } else {
                    store().append(List.of(entry(minute(200 + i), "new-" + member, "first", null)));
                }
            }
            return sum;
        });
        int left = store().purge(minute(100), MANY);
        assertThat(deleted.stream().mapToInt(Integer::intValue).sum() + left).isEqualTo(100);
        assertThat(store().find(all())).hasSize(20);
    }

    @Test
    @DisplayName("a limit out of its bounds is refused")
    void limits() {
        assertThatThrownBy(() -> AuditQuery.between(NOON, END, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0");
        assertThatThrownBy(() -> AuditQuery.between(NOON, END, AuditQuery.MOST + 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1001");
    }
}
