package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.inbox.Kept;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.SideTransaction;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The contract of an {@link io.onlyonce.inbox.InboxStore}: beside what putting means, what taking, counting and ending an entry do. A store's test gives {@link #store()}, {@link
 * #transactions()} and {@link #twoHoursLater}.
 */
public abstract class InboxStoreContract extends InboxPutContract {
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
    @DisplayName("what is postponed is due later, keeps its count and its cause, and only as it was read")
    void postponed() {
        put("id-1");
        Kept fresh = onlyDue();
        assertThat(durably(() -> store().again(fresh, Duration.ZERO, "failure")))
                .isTrue();
        Kept kept = onlyDue();
        assertThat(durably(() -> store().postpone(fresh, LATER))).as("stale").isFalse();
        assertThat(ids(due())).containsExactly("id-1");
        assertThat(durably(() -> store().postpone(kept, LATER))).isTrue();
        assertThat(due()).as("not yet due").isEmpty();
        twoHoursLater(source());
        assertIs(onlyDue(), entry("id-1"), 1, false);
        assertThat(onlyDue().cause()).isEqualTo("failure");
        assertThat(durably(() -> store().park(kept, "poison"))).isTrue();
        assertThat(durably(() -> store().postpone(parked().get(0), Duration.ZERO)))
                .as("parked")
                .isFalse();
        assertThat(due()).isEmpty();
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
    @DisplayName("what waits is seen, due or not, whoever has taken it, but nothing parked; to look takes no lock")
    void waiting() {
        put("b", "a");
        putDurably(entry("later"), LATER);
        put("c");
        Kept aside = about("P1").get(2);
        durably(() -> store().park(aside, "poison"));
        assertThat(ids(waiting(10))).containsExactly("b", "a", "later");
        assertThat(ids(waiting(2))).containsExactly("b", "a");
        try (SideTransaction side = SideTransaction.begin(transactions())) {
            assertThat(ids(side.call(() -> store().due(source(), 1)))).containsExactly("b");
            assertThat(elsewhere(() -> ids(waiting(10)))).containsExactly("b", "a", "later");
            assertThat(ids(side.call(() -> store().waiting(source(), 1)))).containsExactly("b");
            side.rollBack();
        }
        assertThat(durably(() -> store().waiting("nobody's", 10))).isEmpty();
    }

    private List<Kept> waiting(int limit) {
        return durably(() -> store().waiting(source(), limit));
    }

    @Test
    @DisplayName("an entry is found by source and id, due or not, parked or not, whoever has taken it")
    void found() {
        put("a", "b");
        putDurably(entry("later"), LATER);
        Kept first = due().get(0);
        durably(() -> store().park(first, "poison"));
        assertIs(find("a").orElseThrow(), entry("a"), 1, true);
        assertIs(find("later").orElseThrow(), entry("later"), 0, false);
        try (SideTransaction side = SideTransaction.begin(transactions())) {
            assertThat(ids(side.call(() -> store().due(source(), 1)))).containsExactly("b");
            assertIs(elsewhere(() -> find("b").orElseThrow()), entry("b"), 0, false);
            side.rollBack();
        }
        assertThat(find("c")).isEmpty();
        assertThat(durably(() -> store().find("nobody's", "a"))).isEmpty();
    }

    private Optional<Kept> find(String id) {
        return durably(() -> store().find(source(), id));
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
                () -> store().waiting(source(), 1),
                () -> store().find(source(), "id-1"),
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
