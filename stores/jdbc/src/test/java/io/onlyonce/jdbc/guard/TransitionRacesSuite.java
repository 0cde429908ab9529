package io.onlyonce.jdbc.guard;

import static io.onlyonce.jdbc.guard.OrderMachine.CANCEL;
import static io.onlyonce.jdbc.guard.OrderMachine.CHECKOUT;
import static io.onlyonce.jdbc.guard.OrderMachine.FAIL;
import static io.onlyonce.jdbc.guard.OrderMachine.PAID_BY_CHANNEL;
import static io.onlyonce.jdbc.guard.OrderMachine.PAY;
import static io.onlyonce.jdbc.guard.OrderMachine.REFUND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onlyonce.jdbc.guard.OrderMachine.Delivery;
import io.onlyonce.jdbc.guard.OrderMachine.Model;
import io.onlyonce.jdbc.guard.OrderMachine.State;
import io.onlyonce.jdbc.guard.OrderTables.Kind;
import io.onlyonce.jdbc.guard.OrderTables.Seen;
import io.onlyonce.state.Event;
import io.onlyonce.state.Transition;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.SideTransaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Several callers at one row at the same time. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TransitionRacesSuite {
    private static final int ROUNDS = 50;

    private final OrderTables orders;

    TransitionRacesSuite(OrderTables orders) {
        this.orders = orders;
    }

    @AfterAll
    void allIsLegal() {
        orders.mustBeLegal();
    }

    /** Pairs of which at most one can apply, whichever is first. */
    static Stream<Arguments> exclusivePairs() {
        return Stream.of(
                Arguments.of(State.PENDING, PAY, PAY),
                Arguments.of(State.PENDING, PAY, CANCEL),
                Arguments.of(State.PENDING, CHECKOUT, PAY),
                Arguments.of(State.PENDING, CHECKOUT, CHECKOUT),
                Arguments.of(State.PAYING, PAID_BY_CHANNEL, FAIL),
                Arguments.of(State.PAYING, PAID_BY_CHANNEL, CANCEL),
                Arguments.of(State.PAYING, PAID_BY_CHANNEL, PAID_BY_CHANNEL),
                Arguments.of(State.PAYING, FAIL, FAIL),
                Arguments.of(State.FAILED, CHECKOUT, CHECKOUT),
                Arguments.of(State.FAILED, CANCEL, CANCEL),
                Arguments.of(State.PAID, REFUND, REFUND));
    }

    @ParameterizedTest
    @MethodSource("exclusivePairs")
    @DisplayName("B-34 two at a barrier: exactly one applies, the other is told what is true")
    void exactlyOne(State from, Event<State> one, Event<State> other) {
        for (int round = 0; round < ROUNDS; round++) {
            String id = orders.place(from);
            List<Transition<State>> told = race(id, List.of(Delivery.of(one), Delivery.of(other)));
            assertThat(told).filteredOn(Transition.Applied.class::isInstance).hasSize(1);
            mustBeSequential(from, List.of(Delivery.of(one), Delivery.of(other)), told);
            assertThat(orders.see(id).status())
                    .isEqualTo((told.get(0) instanceof Transition.Applied ? one : other)
                            .target()
                            .name());
        }
    }

    /** Pairs of which both apply in one order and only one in the other. */
    static Stream<Arguments> orderedPairs() {
        return Stream.of(
                Arguments.of(State.PENDING, CHECKOUT, CANCEL),
                Arguments.of(State.PAYING, FAIL, CANCEL),
                Arguments.of(State.FAILED, CHECKOUT, CANCEL),
                Arguments.of(State.PENDING, CHECKOUT, PAID_BY_CHANNEL),
                Arguments.of(State.PENDING, PAY, REFUND));
    }

    @ParameterizedTest
    @MethodSource("orderedPairs")
    @DisplayName(
            "B-34 two at a barrier of which one may enable the other: the answers are those of one order or the other")
    void oneAfterTheOther(State from, Event<State> one, Event<State> other) {
        for (int round = 0; round < ROUNDS; round++) {
            List<Delivery> both = List.of(Delivery.of(one), Delivery.of(other));
            mustBeSequential(from, both, race(orders.place(from), both));
        }
    }

    private List<Transition<State>> race(String id, List<Delivery> deliveries) {
        return Herd.of(deliveries.size()).runAll(member -> orders.deliver(id, deliveries.get(member)));
    }

    private static void mustBeSequential(State from, List<Delivery> both, List<Transition<State>> told) {
        Model forwards = new Model(from);
        List<Transition<State>> oneFirst = List.of(forwards.deliver(both.get(0)), forwards.deliver(both.get(1)));
        Model backwards = new Model(from);
        Transition<State> second = backwards.deliver(both.get(1));
        List<Transition<State>> otherFirst = List.of(backwards.deliver(both.get(0)), second);
        assertThat(told).isIn(oneFirst, otherFirst);
    }

    @Test
    @DisplayName(
            "B-37 the time-out cancels, the user cancels and a payment succeeds at once: paid or cancelled, and stock is given back accordingly")
    void paidOrCancelled() {
        for (int round = 0; round < 2 * ROUNDS; round++) {
            State from = round % 2 == 0 ? State.PENDING : State.PAYING;
            Event<State> payment = round % 2 == 0 ? PAY : PAID_BY_CHANNEL;
            String id = orders.place(from);
            List<Transition<State>> told = Herd.of(3)
                    .runAll(member -> orders.inTransaction(() -> {
                        Transition<State> mine = orders.deliverHere(id, Delivery.of(member == 2 ? payment : CANCEL));
                        if (mine.equals(new Transition.Applied<>(State.CANCELLED))) {
                            orders.execute("INSERT INTO stock_return (order_id) VALUES (?)", id);
                        }
                        return mine;
                    }));
            assertThat(told).filteredOn(Transition.Applied.class::isInstance).hasSize(1);
            boolean paid = told.get(2) instanceof Transition.Applied;
            Transition<State> refused = new Transition.Illegal<>(paid ? State.PAID : State.CANCELLED);
            assertThat(told).filteredOn(refused::equals).hasSize(paid ? 2 : 1);
            assertThat(told).filteredOn(Transition::holds).hasSize(paid ? 1 : 2);
            assertThat(orders.see(id).status()).isEqualTo(paid ? "PAID" : "CANCELLED");
            assertThat(orders.count("SELECT COUNT(*) FROM stock_return WHERE order_id = ?", id))
                    .isEqualTo(paid ? 0 : 1);
        }
    }

    @Test
    @DisplayName("B-34 copies of one notice at a barrier: one applies, the others are told that it has been")
    void copies() {
        for (int round = 0; round < ROUNDS; round++) {
            String id = orders.place(State.PAYING);
            Delivery fail = new Delivery(FAIL, "evt_" + round);
            List<Transition<State>> told = race(id, Collections.nCopies(4, fail));
            assertThat(told)
                    .filteredOn(new Transition.Applied<>(State.FAILED)::equals)
                    .hasSize(1);
            assertThat(told)
                    .filteredOn(new Transition.Repeated<>(State.FAILED, State.FAILED)::equals)
                    .hasSize(3);
            assertThat(orders.see(id)).isEqualTo(new Seen("FAILED", 3, 3, 1));
        }
    }

    @Test
    @DisplayName("B-34 two notices of one kind at a barrier: one applies, the other finds it done")
    void twoOfOneKind() {
        for (int round = 0; round < ROUNDS; round++) {
            String id = orders.place(State.PAYING);
            List<Transition<State>> told = race(id, List.of(new Delivery(FAIL, "evt_1"), new Delivery(FAIL, "evt_2")));
            assertThat(told)
                    .containsExactlyInAnyOrder(
                            new Transition.Applied<>(State.FAILED), new Transition.AlreadyThere<>(State.FAILED));
            assertThat(orders.see(id)).isEqualTo(new Seen("FAILED", 3, 3, 1));
        }
    }

    @Test
    @DisplayName(
            "B-34 a copy waits for a transaction that fails the attempt and begins the next one: it does not fail that one too")
    void waitsThroughTheCycle() {
        for (int round = 0; round < ROUNDS; round++) {
            String id = orders.place(State.PAYING);
            Delivery fail = new Delivery(FAIL, "evt_1");
            OrderTables other = orders.other();
            try (SideTransaction first = SideTransaction.begin(other.transactions())) {
                first.run(() -> {
                    other.deliverHere(id, fail);
                    other.deliverHere(id, Delivery.of(CHECKOUT));
                });
                AtomicBoolean asking = new AtomicBoolean();
                CompletableFuture<Transition<State>> copy = CompletableFuture.supplyAsync(() -> {
                    asking.set(true);
                    return orders.deliver(id, fail);
                });
                await().pollInterval(Duration.ofMillis(1)).untilTrue(asking);
                if (round < 5) {
                    await().pollDelay(Duration.ofMillis(50)).until(() -> !copy.isDone());
                }
                first.commit();
                assertThat(SideTransaction.get(copy)).isEqualTo(new Transition.Repeated<>(State.FAILED, State.PAYING));
            }
            assertThat(orders.see(id)).isEqualTo(new Seen("PAYING", 4, 4, 1));
        }
    }

    @Test
    @DisplayName(
            "B-34 four deliver the same two attempts in orders of their own: each notice takes effect at most once")
    void storm() {
        List<Delivery> notices = List.of(
                new Delivery(CHECKOUT, "evt_pending_1"),
                new Delivery(FAIL, "evt_failed_1"),
                new Delivery(CHECKOUT, "evt_pending_2"),
                new Delivery(FAIL, "evt_failed_2"),
                new Delivery(PAID_BY_CHANNEL, "evt_paid"));
        int retries = orders.retries();
        for (int round = 0; round < ROUNDS; round++) {
            String id = orders.place(State.PENDING);
            int seed = round;
            List<List<String>> applied = Herd.of(4).runAll(member -> {
                List<Delivery> mine = new ArrayList<>(notices);
                mine.addAll(notices);
                Collections.shuffle(mine, new Random(31L * seed + member));
                List<String> took = new ArrayList<>();
                for (Delivery notice : mine) {
                    if (orders.deliver(id, notice) instanceof Transition.Applied) {
                        took.add(notice.occurrence());
                    }
                }
                return took;
            });
            List<String> all = applied.stream().flatMap(List::stream).toList();
            assertThat(all).doesNotHaveDuplicates();
            Seen seen = orders.see(id);
            assertThat(seen).isEqualTo(new Seen(seen.status(), 1L + all.size(), 1L + all.size(), all.size()));
        }
        if (orders.kind() != Kind.STRICT_SNAPSHOT) {
            assertThat(orders.retries() - retries)
                    .as("one row's deliveries queue up")
                    .isZero();
        }
    }

    @Test
    @DisplayName("new orders next to one another, begun and advanced at once: the history's entries cause no deadlock")
    void newOrders() {
        int retries = orders.retries();
        for (int round = 0; round < ROUNDS; round++) {
            List<String> ids = Herd.of(8)
                    .runAll(member -> orders.inTransaction(() -> {
                        String id = orders.insert(State.PENDING);
                        orders.transitions().begin(id, "placed");
                        orders.deliverHere(id, Delivery.of(CHECKOUT));
                        orders.deliverHere(id, new Delivery(FAIL, "evt_1"));
                        return id;
                    }));
            ids.forEach(id -> assertThat(orders.see(id)).isEqualTo(new Seen("FAILED", 3, 3, 1)));
        }
        assertThat(orders.retries() - retries).isZero();
    }

    @Test
    @DisplayName(
            "B-17 two rows in opposite order: the database undoes one, the guard says that all of it is to be run again, and then both are done")
    void deadlock() {
        for (int round = 0; round < 5; round++) {
            String a = orders.place(State.PENDING);
            String b = orders.place(State.PENDING);
            CyclicBarrier bothHoldOne = new CyclicBarrier(2);
            int before = orders.retries();
            Herd.of(2).runAll(member -> {
                AtomicBoolean first = new AtomicBoolean(true);
                return orders.inTransaction(() -> {
                    orders.deliverHere(member == 0 ? a : b, Delivery.of(CHECKOUT));
                    if (first.compareAndSet(true, false)) {
                        bothHoldOne.await(60, TimeUnit.SECONDS);
                    }
                    return orders.deliverHere(member == 0 ? b : a, Delivery.of(CHECKOUT));
                });
            });
            assertThat(orders.retries() - before).as("the deadlock's victim").isPositive();
            assertThat(orders.see(a)).isEqualTo(new Seen("PAYING", 2, 2, 0));
            assertThat(orders.see(b)).isEqualTo(new Seen("PAYING", 2, 2, 0));
        }
    }
}
