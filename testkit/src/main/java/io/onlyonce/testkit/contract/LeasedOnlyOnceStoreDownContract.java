package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.Guarantee.Leased;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.WhenAbandoned;
import io.onlyonce.WhenAbandoned.Resolution;
import io.onlyonce.Work;
import io.onlyonce.error.OutcomeUnknownException;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.probe.Decision;
import io.onlyonce.probe.Decision.Kind;
import io.onlyonce.probe.Point;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.RecordKey;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.UnreliableLeasedStore;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the leased engine does while its store is down, and when it has lost records. */
public abstract class LeasedOnlyOnceStoreDownContract extends LeasedOnlyOnceFixture {
    private final WhenAbandoned<String> asking = new WhenAbandoned.Resolve<>(lost -> {
        String booked = bookings.get(lost.reference());
        return booked == null ? new Resolution.NotDone<>() : new Resolution.Done<>(booked);
    });
    private final Operation<String> closed =
            CHARGE.guarantee(Leased.<String>of(LEASE).whenAbandoned(asking).backedBy(UNIQUE_KEY));
    private final Operation<String> open = CHARGE.guarantee(
            Leased.<String>of(LEASE).whenAbandoned(asking).backedBy(UNIQUE_KEY).open());

    private Work<String> booking(String answer) {
        return attempt -> bookOnce(attempt.reference(), answer);
    }

    @Test
    @DisplayName("B-23 closed: while the store is down nothing is run; when it is back the retry is the first")
    void closedWhileDown() throws Exception {
        UnreliableLeasedStore store = new UnreliableLeasedStore(store());
        OnlyOnce node = node(store);
        store.goDown();
        assertThatThrownBy(() -> run(node, closed, "k", booking("never")))
                .isInstanceOf(StoreUnavailableException.class);
        assertThat(effects("k")).isZero();
        store.comeBack();
        assertThat(run(node, closed, "k", booking("done"))).isEqualTo(new Outcome.Executed<>("done"));
        assertThat(decisions("k")).containsExactly(Kind.STORE_DOWN, Kind.FIRST);
    }

    @Test
    @DisplayName(
            "B-23 open: while the store is down the work runs behind its backstop, two nodes, 50 rounds of 8 threads")
    void openWhileDown() throws Exception {
        UnreliableLeasedStore store = new UnreliableLeasedStore(store());
        List<OnlyOnce> nodes = List.of(node(store), node(store));
        for (int round = 0; round < 50; round++) {
            String key = "open-" + round;
            store.goDown();
            List<Outcome<String>> outcomes =
                    Herd.of(8).runAll(member -> run(nodes.get(member % 2), open, key, booking("booked")));
            assertThat(outcomes)
                    .allSatisfy(outcome -> assertThat(outcome.orElseThrow()).isEqualTo("booked"));
            assertThat(effects(key)).isEqualTo(1);
            assertThat(decisions(key)).contains(Kind.WITHOUT_RECORD).containsAnyOf(Kind.CAUGHT, Kind.REPLAYED);
            assertThat(maintenance().find(charged(key))).isEmpty();
            store.comeBack();
            assertThat(run(nodes.get(0), open, key, booking("again")))
                    .as("the record is written when the backstop has caught the retry")
                    .isEqualTo(new Outcome.Replayed<>("booked"));
            assertThat(maintenance().find(charged(key))).isPresent();
            assertThat(effects(key)).isEqualTo(1);
        }
    }

    @Test
    @DisplayName(
            "B-22 the store has lost its records: the backstop refuses each second effect, and the records come back")
    void recordsLost() throws Exception {
        for (int i = 0; i < 100; i++) {
            run(node(), closed, "lost-" + i, booking("answer " + i));
        }
        for (int i = 0; i < 100; i++) {
            String key = "lost-" + i;
            expire(charged(key));
            assertThat(run(node(), closed, key, booking("never"))).isEqualTo(new Outcome.Replayed<>("answer " + i));
            assertThat(decisions(key)).containsExactly(Kind.FIRST, Kind.CAUGHT);
            assertThat(run(node(), closed, key, booking("never"))).isEqualTo(new Outcome.Replayed<>("answer " + i));
            assertThat(effects(key)).isEqualTo(1);
        }
    }

    @Test
    @DisplayName(
            "B-22 without a resolver a caught call ends with what the backstop threw, and never in a second effect")
    void caughtWithoutResolver() throws Exception {
        Operation<String> mute = CHARGE.guarantee(Leased.<String>of(LEASE).backedBy(UNIQUE_KEY));
        run(node(), mute, "k", booking("done"));
        expire(charged("k"));
        assertThatThrownBy(() -> run(node(), mute, "k", booking("never"))).isInstanceOf(AlreadyBookedException.class);
        assertThat(decisions("k")).containsExactly(Kind.FIRST, Kind.CAUGHT);
        assertThat(effects("k")).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "B-23 the answer to a claim is lost: nothing was run, the key is settled by the policy and not blocked for ever")
    void claimAnswerLost() throws Exception {
        UnreliableLeasedStore store = new UnreliableLeasedStore(store());
        OnlyOnce node = node(store);
        store.loseAnswers();
        assertThatThrownBy(() -> run(node, closed, "k", booking("never")))
                .isInstanceOf(StoreUnavailableException.class);
        store.comeBack();
        RecordKey key = charged("k");
        expireLease(key);
        assertThat(run(node, closed, "k", booking("done"))).isEqualTo(new Outcome.Executed<>("done"));
        assertThat(effects("k")).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "B-23 the store goes down after the work: the caller is told that the outcome is unknown, a retry finds it")
    void downAfterWork() throws Exception {
        UnreliableLeasedStore store = new UnreliableLeasedStore(store());
        OnlyOnce node = node(store);
        for (Operation<String> operation : List.of(closed, open)) {
            String key = operation == open ? "open" : "closed";
            Work<String> work = attempt -> {
                String answer = bookOnce(attempt.reference(), "booked");
                store.goDown();
                return answer;
            };
            assertThatThrownBy(() -> run(node, operation, key, work)).isInstanceOf(OutcomeUnknownException.class);
            store.comeBack();
            expireLease(charged(key));
            assertThat(run(node, operation, key, booking("never"))).isEqualTo(new Outcome.Replayed<>("booked"));
            assertThat(effects(key)).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("B-23 open, but another call was seen at work before the store went down: nothing is run beside it")
    void openAfterInProgress() throws Exception {
        UnreliableLeasedStore store = new UnreliableLeasedStore(store());
        win(charged("k"));
        AtomicInteger claims = new AtomicInteger();
        Probe secondClaim = new Probe() {
            @Override
            public void reached(Point point, RecordKey key) {
                if (point == Point.BEFORE_CLAIM && claims.incrementAndGet() == 2) {
                    store.goDown();
                }
            }

            @Override
            public void decided(Decision decision) {}
        };
        assertThatThrownBy(() -> run(node(store, secondClaim), open, "k", booking("never")))
                .isInstanceOf(StoreUnavailableException.class);
        assertThat(claims).hasValue(2);
        assertThat(effects("k")).isZero();
    }
}
