package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.inbox.InboxEntry;
import io.onlyonce.inbox.Kept;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.SideTransaction;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The contract of an {@link io.onlyonce.inbox.InboxStore}. A store's test gives {@link #store()}, {@link #transactions()} and {@link #twoHoursLater}.
 */
public abstract class InboxStoreContract extends InboxFixture {
    private static final int ROUNDS = 50;
    private static final int HERD = 8;

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

    private boolean waited(Consumer<SideTransaction> end) {
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
    private static <R> R elsewhere(Callable<R> step) {
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

    private Kept onlyDueOf(String otherSource) {
        return store().due(otherSource, 1).get(0);
    }

    @Test
    @DisplayName(
            "an entry that was taken is left out by others until its taker's transaction ends, and they do not wait")
    void skipped() {
        put("a", "b", "c");
        try (SideTransaction first = SideTransaction.begin(transactions());
                SideTransaction second = SideTransaction.begin(transactions())) {
            assertThat(ids(first.call(() -> store().due(source(), 1)))).containsExactly("a");
            assertThat(ids(second.call(() -> store().due(source(), 1)))).containsExactly("b");
            assertThat(ids(first.call(() -> store().due(source(), 1))))
                    .as("its own it may take again")
                    .containsExactly("a");
            assertThat(elsewhere(() -> ids(due()))).containsExactly("c");
            first.rollBack();
            assertThat(elsewhere(() -> ids(due()))).containsExactly("a", "c");
            second.commit();
        }
        assertThat(ids(due())).containsExactly("a", "b", "c");
    }

    @Test
    @DisplayName("who takes as many as there are leaves the others nothing, and each goes to one")
    void shared() {
        for (int round = 0; round < ROUNDS; round++) {
            put("a", "b", "c", "d", "e", "f");
            List<List<String>> taken = Herd.of(HERD)
                    .runAll(member -> durably(() -> {
                        List<Kept> mine = store().due(source(), 2);
                        mine.forEach(store()::done);
                        return ids(mine);
                    }));
            List<String> all =
                    new ArrayList<>(taken.stream().flatMap(List::stream).toList());
            all.addAll(ids(due()));
            assertThat(all).as("round %d", round).containsExactlyInAnyOrder("a", "b", "c", "d", "e", "f");
            durably(() -> due().stream().map(store()::done).toList());
        }
    }

    @Test
    @DisplayName(
            "B-31 all about a subject, due or not, parked or not, in the order of their ids; but none that another has")
    void subject() {
        put("c", "b", "a", "d");
        putDurably(entry("later"), LATER);
        putDurably(entry("other", "P2"), Duration.ZERO);
        Kept first = due().get(0);
        assertThat(durably(() -> store().park(first, "poison"))).isTrue();
        assertThat(ids(about("P1"))).containsExactly("a", "b", "c", "d", "later");
        try (SideTransaction side = SideTransaction.begin(transactions())) {
            assertThat(ids(side.call(() -> store().due(source(), 2)))).containsExactly("b", "a");
            assertThat(elsewhere(() -> ids(about("P1")))).containsExactly("c", "d", "later");
            assertThat(ids(side.call(() -> store().about(source(), "P2")))).containsExactly("other");
            assertThat(elsewhere(() -> about("P2"))).isEmpty();
            side.commit();
        }
        assertThat(ids(about("P2"))).containsExactly("other");
    }

    @Test
    @DisplayName("what is done is gone, once; its id may come anew")
    void done() {
        put("id-1", "id-2");
        Kept kept = due().get(0);
        assertThat(durably(() -> store().done(kept))).isTrue();
        assertThat(durably(() -> store().done(kept))).isFalse();
        assertThat(ids(due())).containsExactly("id-2");
        put("id-1");
        assertThat(ids(due())).containsExactly("id-2", "id-1");
    }

    @Test
    @DisplayName("what was done and rolled back is there as before")
    void doneRolledBack() throws Exception {
        put("id-1");
        assertThat(transactions().run(() -> Ended.rollBack(store().done(onlyDueOf(source())))))
                .isTrue();
        assertIs(onlyDue(), entry("id-1"), 0, false);
    }

    @Test
    @DisplayName("a failed try is counted, keeps its cause, and makes the entry due later")
    void again() {
        put("id-1");
        for (int tries = 1; tries <= 3; tries++) {
            Kept kept = onlyDue();
            String cause = "failure " + tries;
            assertThat(durably(() -> store().again(kept, LATER, cause))).isTrue();
            assertThat(due()).as("not yet due").isEmpty();
            twoHoursLater(source());
            assertIs(onlyDue(), entry("id-1"), tries, false);
            assertThat(onlyDue().cause()).isEqualTo(cause);
        }
    }

    @Test
    @DisplayName("whoever read it before another counted changes nothing: neither counts, nor parks, nor removes")
    void stale() {
        put("id-1");
        Kept stale = onlyDue();
        assertThat(durably(() -> store().again(stale, Duration.ZERO, "first"))).isTrue();
        assertThat(durably(() -> store().again(stale, Duration.ZERO, "second"))).isFalse();
        assertThat(durably(() -> store().park(stale, "second"))).isFalse();
        assertThat(durably(() -> store().done(stale))).isFalse();
        assertIs(onlyDue(), entry("id-1"), 1, false);
        assertThat(onlyDue().cause()).isEqualTo("first");
    }

    @Test
    @DisplayName("the race: 50 rounds of eight who count the same try at once: it is counted once")
    void counted() {
        put("id-1");
        for (int round = 0; round < ROUNDS; round++) {
            Kept kept = onlyDue();
            List<Boolean> told =
                    Herd.of(HERD).runAll(member -> durably(() -> store().again(kept, Duration.ZERO, "failure")));
            assertThat(told).filteredOn(mine -> mine).as("round %d", round).hasSize(1);
            assertIs(onlyDue(), entry("id-1"), round + 1, false);
        }
    }

    @Test
    @DisplayName("B-28 what was put aside is not due any more, is found among the parked, and counts no further try")
    void putAside() {
        put("id-1", "id-2");
        Kept kept = due().get(0);
        assertThat(durably(() -> store().park(kept, "can't be read"))).isTrue();
        twoHoursLater(source());
        assertThat(ids(due())).containsExactly("id-2");
        Kept aside = parked().get(0);
        assertThat(parked()).hasSize(1);
        assertIs(aside, entry("id-1"), 1, true);
        assertThat(aside.cause()).isEqualTo("can't be read");
        assertThat(durably(() -> store().again(aside, Duration.ZERO, "x"))).isFalse();
        assertThat(durably(() -> store().park(aside, "x"))).isFalse();
        assertThat(putDurably(entry("id-1"), Duration.ZERO))
                .as("it is still there")
                .isFalse();
        assertThat(durably(() -> store().done(aside)))
                .as("what it waited for has come")
                .isTrue();
        assertThat(parked()).isEmpty();
    }

    @Test
    @DisplayName("the longest parked comes first; a limit cuts the rest; to look takes no lock and waits for none")
    void parkedOrder() {
        put("a", "b", "c");
        for (int i : new int[] {1, 2, 0}) {
            Kept kept = about("P1").get(i);
            durably(() -> store().park(kept, "poison"));
        }
        assertThat(ids(parked())).containsExactly("b", "c", "a");
        assertThat(ids(durably(() -> store().parked(source(), 2)))).containsExactly("b", "c");
        try (SideTransaction side = SideTransaction.begin(transactions())) {
            assertThat(side.call(() -> store().parked(source(), 10))).hasSize(3);
            assertThat(side.call(() -> store().revive(source(), "b"))).isTrue();
            assertThat(elsewhere(() -> ids(parked()))).containsExactly("b", "c", "a");
            assertThat(elsewhere(() -> durably(() -> store().revive(source(), "c"))))
                    .isTrue();
            side.commit();
        }
        assertThat(ids(parked())).containsExactly("a");
    }

    @Test
    @DisplayName("B-28 what is taken back is due at once with no tries; only what was parked can be")
    void revived() {
        put("id-1", "id-2");
        Kept kept = due().get(0);
        durably(() -> store().again(kept, Duration.ZERO, "failure"));
        Kept counted = about("P1").get(0);
        durably(() -> store().park(counted, "failure"));
        assertThat(durably(() -> store().revive(source(), "id-1"))).isTrue();
        assertThat(durably(() -> store().revive(source(), "id-1"))).isFalse();
        assertThat(durably(() -> store().revive(source(), "id-2")))
                .as("not parked")
                .isFalse();
        assertThat(durably(() -> store().revive(source(), "id-3")))
                .as("unknown")
                .isFalse();
        assertThat(ids(due())).containsExactly("id-2", "id-1");
        assertIs(about("P1").get(0), entry("id-1"), 0, false);
        assertThat(about("P1").get(0).cause()).isNull();
        assertThat(durably(() -> store().done(kept)))
                .as("read when it was new, and it is again as it was read")
                .isTrue();
    }

    @Test
    @DisplayName("a cause that is too long is cut between two characters; no character in it is too much for the store")
    void longCause() {
        String cause = "\0\n\u00e9\ud83d\ude00".repeat(5000);
        put("id-1", "id-2");
        for (Kept kept : due()) {
            assertThat(durably(() -> store().again(kept, Duration.ZERO, cause))).isTrue();
        }
        assertThat(due()).extracting(Kept::cause).containsOnly(Kept.cut(cause));
        for (Kept kept : due()) {
            assertThat(durably(() -> store().park(kept, "\ud83d\ude00".repeat(5000))))
                    .isTrue();
        }
        assertThat(parked()).extracting(Kept::cause).containsOnly("\ud83d\ude00".repeat(Kept.MAX_CAUSE_LENGTH));
    }

    @Test
    @DisplayName("outside a transaction no verb does anything")
    void withoutTransaction() {
        put("id-1");
        Kept kept = onlyDue();
        List<Callable<Object>> verbs = List.of(
                () -> store().put(entry("id-2"), Duration.ZERO),
                () -> store().due(source(), 1),
                () -> store().about(source(), "P1"),
                () -> store().parked(source(), 1),
                () -> store().done(kept),
                () -> store().again(kept, Duration.ZERO, "x"),
                () -> store().park(kept, "x"),
                () -> store().revive(source(), "id-1"));
        for (Callable<Object> verb : verbs) {
            assertThatThrownBy(verb::call).isInstanceOf(IllegalStateException.class);
        }
        assertIs(onlyDue(), entry("id-1"), 0, false);
    }
}
