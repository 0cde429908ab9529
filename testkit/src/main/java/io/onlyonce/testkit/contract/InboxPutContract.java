package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.inbox.InboxEntry;
import io.onlyonce.inbox.Kept;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.SideTransaction;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The first half of {@link InboxStoreContract}: what putting an entry means, with others at it, with a rollback, and how it is found. */
abstract class InboxPutContract extends InboxFixture {
    static final int ROUNDS = 50;
    static final int HERD = 8;

    @Test
    @DisplayName("an entry that was put is due as it was put, with no tries and no cause")
    void taken() {
        InboxEntry entry = entry("id-1", "payment/7");
        assertThat(putDurably(entry, Duration.ZERO)).isTrue();
        Kept kept = onlyDue();
        assertIs(kept, entry, 0, false);
        assertThat(kept.cause()).isNull();
    }

    @Test
    @DisplayName("an empty payload, one of a mebibyte of all bytes, the longest texts: kept as they are")
    void extremes() {
        byte[] large = new byte[InboxEntry.MAX_PAYLOAD];
        for (int i = 0; i < large.length; i++) {
            large[i] = (byte) (i * 31 + (i >> 8));
        }
        List<InboxEntry> entries = List.of(
                new InboxEntry(source(), "empty", "P1", new byte[0]),
                new InboxEntry(source(), "x".repeat(255), "~!\"#$%&'()*+,-./\\".repeat(15), large));
        for (InboxEntry entry : entries) {
            putDurably(entry, Duration.ZERO);
            Kept kept = onlyDue();
            assertIs(kept, entry, 0, false);
            assertThat(durably(() -> store().done(kept))).isTrue();
        }
        String longest = "s".repeat(InboxEntry.MAX_SOURCE_LENGTH);
        InboxEntry entry = new InboxEntry(longest, source(), "P1", new byte[0]);
        putDurably(entry, Duration.ZERO);
        List<Kept> kept = durably(() -> store().due(longest, 1000));
        assertThat(ids(kept)).contains(source());
        durably(() -> kept.stream().map(store()::done).toList());
    }

    @Test
    @DisplayName("B-20 an entry that is there already stays as it is, and the putting transaction goes on")
    void putAgain() {
        put("id-1");
        List<Boolean> told = durably(() -> List.of(
                store().put(entry("id-0"), Duration.ZERO),
                store().put(entry("id-1", "other"), LATER),
                store().put(entry("id-1", "other"), LATER),
                store().put(entry("id-2"), Duration.ZERO)));
        assertThat(told).containsExactly(true, false, false, true);
        List<Kept> due = due();
        assertThat(ids(due)).containsExactly("id-1", "id-0", "id-2");
        assertIs(due.get(0), entry("id-1"), 0, false);
    }

    @Test
    @DisplayName("an entry that is there twice in one transaction is new once")
    void putTwiceInOne() {
        assertThat(durably(() ->
                        List.of(store().put(entry("id-1"), Duration.ZERO), store().put(entry("id-1"), Duration.ZERO))))
                .containsExactly(true, false);
        assertThat(ids(due())).containsExactly("id-1");
    }

    @Test
    @DisplayName("B-20 the race: 50 rounds of eight who put the same entry at once: it is new for one, and there once")
    void race() {
        for (int round = 0; round < ROUNDS; round++) {
            String id = "round-" + round;
            List<Boolean> told = Herd.of(HERD).runAll(member -> putDurably(entry(id, "P" + member), Duration.ZERO));
            assertThat(told).filteredOn(isNew -> isNew).as("round %d", round).hasSize(1);
            assertIs(onlyDue(), entry(id, "P" + told.indexOf(true)), 0, false);
            durably(() -> store().done(store().due(source(), 1).get(0)));
        }
    }

    @Test
    @DisplayName("whoever puts what another is putting waits for its commit, and is told that it is there")
    void waitsForCommit() {
        assertThat(waited(SideTransaction::commit)).isFalse();
        assertThat(ids(due())).containsExactly("id-1");
    }

    @Test
    @DisplayName("whoever puts what another is putting waits for its rollback, and then has put it")
    void waitsForRollback() {
        assertThat(waited(SideTransaction::rollBack)).isTrue();
        assertThat(ids(due())).containsExactly("id-1");
    }

    boolean waited(Consumer<SideTransaction> end) {
        try (SideTransaction first = SideTransaction.begin(transactions());
                SideTransaction second = SideTransaction.begin(transactions())) {
            assertThat(first.call(() -> store().put(entry("id-1"), Duration.ZERO)))
                    .isTrue();
            CompletableFuture<Boolean> waiting = second.start(() -> store().put(entry("id-1"), Duration.ZERO));
            end.accept(first);
            boolean told = SideTransaction.get(waiting);
            second.commit();
            return told;
        }
    }

    @Test
    @DisplayName("a rollback leaves nothing, and the entry may be put anew")
    void rolledBack() throws Exception {
        assertThat(transactions().run(() -> Ended.rollBack(store().put(entry("id-1"), Duration.ZERO))))
                .isTrue();
        assertThat(due()).isEmpty();
        put("id-1");
    }

    @Test
    @DisplayName("a rollback to a savepoint takes the entries behind it along, and no other")
    void savepoint() throws Exception {
        put("id-0");
        transactions().run(() -> {
            store().put(entry("id-1"), Duration.ZERO);
            transactions().run(() -> {
                store().put(entry("id-2"), Duration.ZERO);
                store().about(source(), "P1").forEach(store()::done);
                return Ended.rollBack(true);
            });
            return Ended.commit(store().put(entry("id-3"), Duration.ZERO));
        });
        assertThat(ids(due())).containsExactly("id-0", "id-1", "id-3");
    }

    @Test
    @DisplayName("what is not committed nobody else finds, neither as due nor by its subject")
    void invisible() {
        try (SideTransaction side = SideTransaction.begin(transactions())) {
            side.call(() -> store().put(entry("id-1"), Duration.ZERO));
            assertThat(elsewhere(this::due)).isEmpty();
            assertThat(elsewhere(() -> about("P1"))).isEmpty();
            side.commit();
        }
        assertThat(ids(due())).containsExactly("id-1");
    }

    /** On another thread, which must not wait for anybody. */
    static <R> R elsewhere(Callable<R> step) {
        return Herd.of(1).runAll(member -> step.call()).get(0);
    }

    @Test
    @DisplayName("an entry is due after its delay and not before")
    void delayed() {
        putDurably(entry("id-1"), LATER);
        putDurably(entry("id-2"), Duration.ZERO);
        assertThat(ids(due())).containsExactly("id-2");
        twoHoursLater(source());
        assertThat(ids(due())).containsExactlyInAnyOrder("id-1", "id-2");
    }

    @Test
    @DisplayName("the longest due comes first, whatever order they were put in; a limit cuts the rest")
    void order() {
        putDurably(entry("b"), Duration.ofMinutes(30));
        putDurably(entry("a"), Duration.ofMinutes(50));
        putDurably(entry("d"), Duration.ofMinutes(10));
        putDurably(entry("c"), Duration.ofMinutes(40));
        putDurably(entry("not-yet"), Duration.ofHours(3));
        twoHoursLater(source());
        assertThat(ids(due())).containsExactly("d", "b", "c", "a");
        assertThat(ids(durably(() -> store().due(source(), 2)))).containsExactly("d", "b");
        assertThat(ids(durably(() -> store().due(source(), 1)))).containsExactly("d");
    }

    @Test
    @DisplayName(
            "ids and subjects that differ in letters' case only are different; ids come in the order of their bytes")
    void bytes() {
        for (String id : List.of("a", "B", "A", "b", "~", "0", "_", "a~", "AB", "a:1", "a-1", "a1")) {
            assertThat(putDurably(entry(id), Duration.ZERO)).as(id).isTrue();
        }
        putDurably(entry("other", "p1"), Duration.ZERO);
        assertThat(ids(about("P1"))).containsExactly("0", "A", "AB", "B", "_", "a", "a-1", "a1", "a:1", "a~", "b", "~");
        assertThat(ids(about("p1"))).containsExactly("other");
        assertThat(about("P")).isEmpty();
        assertThat(about("P1 ")).as("no padding").isEmpty();
        assertThat(about("P\u00ed")).as("no folding").isEmpty();
        assertThat(durably(() -> store().revive(source(), "a "))).isFalse();
    }

    @Test
    @DisplayName(
            "ids with blanks or accents at all can't be put: a database that pads or folds would take them for others")
    void refusedIds() {
        for (String id : List.of("", "a ", " a", "\u00e1", "a\u0301", "a\0", "a\n", "\uff41", "x".repeat(256))) {
            assertThatThrownBy(() -> entry(id)).as(id).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> entry("a", id)).as(id).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    @DisplayName("sources do not see each other's entries, and each keeps an id of its own")
    void sources() {
        InboxEntry other = new InboxEntry(source() + "2", "id-1", "P1", new byte[] {1});
        put("id-1");
        assertThat(putDurably(other, Duration.ZERO)).isTrue();
        assertIs(onlyDue(), entry("id-1"), 0, false);
        assertThat(about("P1")).hasSize(1);
        assertThat(durably(() -> store().done(onlyDueOf(other.source())))).isTrue();
        assertThat(ids(due())).containsExactly("id-1");
    }

    Kept onlyDueOf(String otherSource) {
        return store().due(otherSource, 1).get(0);
    }
}
