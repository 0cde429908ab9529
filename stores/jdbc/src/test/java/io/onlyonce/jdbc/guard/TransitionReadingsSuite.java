package io.onlyonce.jdbc.guard;

import static io.onlyonce.jdbc.guard.OrderMachine.CANCEL;
import static io.onlyonce.jdbc.guard.OrderMachine.CHECKOUT;
import static io.onlyonce.jdbc.guard.OrderMachine.FAIL;
import static io.onlyonce.jdbc.guard.OrderMachine.ORDERS;
import static io.onlyonce.jdbc.guard.OrderMachine.PAID_BY_CHANNEL;
import static io.onlyonce.jdbc.guard.OrderMachine.PAY;
import static io.onlyonce.jdbc.guard.OrderMachine.REFUND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.jdbc.ConnectionSource;
import io.onlyonce.jdbc.SqlFailures;
import io.onlyonce.jdbc.StatementFailedException;
import io.onlyonce.jdbc.guard.OrderMachine.Delivery;
import io.onlyonce.jdbc.guard.OrderMachine.Model;
import io.onlyonce.jdbc.guard.OrderMachine.State;
import io.onlyonce.jdbc.guard.OrderTables.Kind;
import io.onlyonce.jdbc.guard.OrderTables.Seen;
import io.onlyonce.state.Event;
import io.onlyonce.state.Transition;
import io.onlyonce.testkit.CountingDataSource;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What one caller is told, and what is stored then. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TransitionReadingsSuite {
    private final OrderTables orders;
    private final JdbcTransitions<State> transitions;

    TransitionReadingsSuite(OrderTables orders) {
        this.orders = orders;
        this.transitions = orders.transitions();
    }

    @AfterAll
    void allIsLegal() {
        orders.mustBeLegal();
    }

    static Stream<Arguments> matrix() {
        return Stream.of(State.values())
                .flatMap(state -> ORDERS.events().stream().map(event -> Arguments.of(state, event)));
    }

    @ParameterizedTest
    @MethodSource("matrix")
    @DisplayName("B-34 every event in every state, delivered three times: applied at most once, and told truthfully")
    void matrix(State state, Event<State> event) {
        String id = orders.place(state);
        Seen before = orders.see(id);
        Model model = new Model(state);
        for (int delivery = 0; delivery < 3; delivery++) {
            assertThat(orders.deliver(id, event)).isEqualTo(model.deliver(Delivery.of(event)));
            assertThat(orders.see(id))
                    .isEqualTo(new Seen(
                            model.state().name(),
                            before.version() + model.applied(),
                            before.history() + model.applied(),
                            0));
        }
        assertThat(model.applied())
                .isEqualTo(
                        ORDERS.isLegal(state, event.target()) && event.sources().contains(state) ? 1 : 0);
    }

    @ParameterizedTest
    @MethodSource("matrix")
    @DisplayName("B-34 every occurrence in every state, delivered twice: applied at most once, and told truthfully")
    void matrixOfOccurrences(State state, Event<State> event) {
        String id = orders.place(state);
        Seen before = orders.see(id);
        Model model = new Model(state);
        Delivery delivery = new Delivery(event, "evt_1");
        for (int copy = 0; copy < 2; copy++) {
            assertThat(orders.deliver(id, delivery)).isEqualTo(model.deliver(delivery));
        }
        assertThat(orders.see(id))
                .isEqualTo(new Seen(
                        model.state().name(),
                        before.version() + model.applied(),
                        before.history() + model.applied(),
                        model.applied()));
    }

    @Test
    @DisplayName("B-34 to a target by whichever event leads there, from every state")
    void targets() {
        for (State state : State.values()) {
            for (State target : ORDERS.states()) {
                if (ORDERS.sourcesOf(target).isEmpty()) {
                    continue;
                }
                String id = orders.place(state);
                Transition<State> told = orders.inTransaction(() -> transitions.advance(id, target, "by target"));
                boolean legal = ORDERS.isLegal(state, target);
                assertThat(told).isEqualTo(legal ? new Transition.Applied<>(target) : ORDERS.read(target, state));
                assertThat(orders.see(id).status()).isEqualTo((legal ? target : state).name());
            }
        }
    }

    @Test
    @DisplayName("B-35 one table of outcomes, whatever a driver counts")
    void outcomes() {
        String id = orders.place(State.PENDING);
        List<Transition<State>> told = new ArrayList<>();
        told.add(orders.deliver(id, REFUND));
        told.add(orders.deliver(id, PAY));
        told.add(orders.deliver(id, PAY));
        told.add(orders.deliver(id, CANCEL));
        told.add(orders.deliver(id, CHECKOUT));
        told.add(orders.deliver(id, REFUND));
        told.add(orders.deliver(id, REFUND));
        told.add(orders.deliver(id, PAY));
        told.add(orders.deliver("missing", PAY));
        told.add(orders.deliver("missing", new Delivery(PAY, "evt_1")));
        assertThat(told)
                .containsExactly(
                        new Transition.Illegal<>(State.PENDING),
                        new Transition.Applied<>(State.PAID),
                        new Transition.AlreadyThere<>(State.PAID),
                        new Transition.Illegal<>(State.PAID),
                        new Transition.MovedOn<>(State.PAID),
                        new Transition.Applied<>(State.REFUNDED),
                        new Transition.AlreadyThere<>(State.REFUNDED),
                        new Transition.MovedOn<>(State.REFUNDED),
                        new Transition.NotFound<>(),
                        new Transition.NotFound<>());
        assertThat(orders.see(id)).isEqualTo(new Seen("REFUNDED", 3, 3, 0));
    }

    @Test
    @DisplayName(
            "B-18 a transaction that has read the old state is told the new one, or to run again; never the old one")
    void oldSnapshot() throws Exception {
        String id = orders.place(State.PENDING);
        String withOccurrence = orders.place(State.PENDING);
        for (Delivery late : List.of(Delivery.of(CANCEL), new Delivery(CANCEL, "evt_1"))) {
            String mine = late.occurrence() == null ? id : withOccurrence;
            orders.transactions().run(() -> {
                assertThat(orders.seeHere(mine).status()).isEqualTo("PENDING");
                orders.other().deliver(mine, PAY);
                if (orders.kind() == Kind.STRICT_SNAPSHOT) {
                    assertThatThrownBy(() -> orders.deliverHere(mine, late))
                            .isInstanceOf(StatementFailedException.class)
                            .matches(SqlFailures::retryable);
                } else {
                    assertThat(orders.deliverHere(mine, late)).isEqualTo(new Transition.Illegal<>(State.PAID));
                    assertThat(orders.seeHere(mine).status())
                            .as("what a plain read sees")
                            .isEqualTo(orders.kind() == Kind.INNODB_SNAPSHOT ? "PENDING" : "PAID");
                }
                return Ended.rollBack(true);
            });
        }
        assertThat(orders.see(id)).isEqualTo(new Seen("PAID", 2, 2, 0));
    }

    @Test
    @DisplayName("B-18 an occurrence that took effect after the snapshot is known all the same")
    void oldSnapshotOfOccurrence() throws Exception {
        String id = orders.place(State.PAYING);
        Delivery fail = new Delivery(FAIL, "evt_1");
        orders.transactions().run(() -> {
            assertThat(orders.seeHere(id).status()).isEqualTo("PAYING");
            orders.other().deliver(id, fail);
            orders.other().deliver(id, CHECKOUT);
            if (orders.kind() == Kind.STRICT_SNAPSHOT) {
                assertThatThrownBy(() -> orders.deliverHere(id, fail)).matches(SqlFailures::retryable);
            } else {
                assertThat(orders.deliverHere(id, fail))
                        .isEqualTo(new Transition.Repeated<>(State.FAILED, State.PAYING));
            }
            return Ended.rollBack(true);
        });
        assertThat(orders.deliver(id, fail)).isEqualTo(new Transition.Repeated<>(State.FAILED, State.PAYING));
    }

    @Test
    @DisplayName(
            "B-34 on a cycle a late copy of the first \"failed\" does not fail the second attempt, and a second \"failed\" does")
    void cycle() {
        String id = orders.place(State.PAYING);
        Delivery first = new Delivery(FAIL, "evt_first");
        Delivery second = new Delivery(FAIL, "evt_second");
        assertThat(orders.deliver(id, first)).isEqualTo(new Transition.Applied<>(State.FAILED));
        assertThat(orders.deliver(id, first).holds()).as("still where it led").isTrue();
        assertThat(orders.deliver(id, CHECKOUT)).isEqualTo(new Transition.Applied<>(State.PAYING));
        Transition<State> late = orders.deliver(id, first);
        assertThat(late).isEqualTo(new Transition.Repeated<>(State.FAILED, State.PAYING));
        assertThat(late.holds()).isFalse();
        assertThat(orders.deliver(id, second)).isEqualTo(new Transition.Applied<>(State.FAILED));
        assertThat(orders.deliver(id, second)).isEqualTo(new Transition.Repeated<>(State.FAILED, State.FAILED));
        assertThat(orders.see(id)).isEqualTo(new Seen("FAILED", 5, 5, 2));
    }

    @Test
    @DisplayName("an occurrence that has changed nothing is not remembered, and one row's occurrence is not another's")
    void occurrencesThatDidNothing() {
        String id = orders.place(State.PENDING);
        Delivery fail = new Delivery(FAIL, "evt_1");
        assertThat(orders.deliver(id, fail)).isEqualTo(new Transition.Illegal<>(State.PENDING));
        orders.deliver(id, CHECKOUT);
        assertThat(orders.deliver(id, fail)).isEqualTo(new Transition.Applied<>(State.FAILED));
        String other = orders.place(State.PAYING);
        assertThat(orders.deliver(other, fail)).isEqualTo(new Transition.Applied<>(State.FAILED));
        assertThat(orders.deliver(other, new Delivery(CHECKOUT, "EVT_1")))
                .as("ids differ in case")
                .isEqualTo(new Transition.Applied<>(State.PAYING));
    }

    /** Not where InnoDB keeps the lock of a guarded statement that changed nothing: there is no in-between. */
    @TestFactory
    @DisplayName("B-35 a row that comes to fit between the guarded statement and the reading")
    Stream<DynamicTest> comesToFitInBetween() {
        return orders.kind() == Kind.INNODB_SNAPSHOT
                ? Stream.empty()
                : Stream.of(DynamicTest.dynamicTest("is changed after all", this::isChangedAfterAll));
    }

    private void isChangedAfterAll() {
        String id = orders.place(State.PENDING);
        AtomicBoolean once = new AtomicBoolean();
        ConnectionSource paused = () -> beforeReading(orders.transactions().connection(), () -> {
            if (once.compareAndSet(false, true)) {
                orders.other().deliver(id, CHECKOUT);
            }
        });
        JdbcTransitions<State> slow = new JdbcTransitions<>(paused, ORDERS, OrderTables.TABLE);
        int retries = orders.retries();
        assertThat(orders.inTransaction(() -> slow.advance(id, PAID_BY_CHANNEL, "paid")))
                .isEqualTo(new Transition.Applied<>(State.PAID));
        assertThat(once).isTrue();
        assertThat(orders.retries() - retries).isEqualTo(orders.kind() == Kind.STRICT_SNAPSHOT ? 1 : 0);
        assertThat(orders.see(id)).isEqualTo(new Seen("PAID", 3, 3, 0));
    }

    private static Connection beforeReading(Connection connection, Runnable hook) {
        return (Connection) Proxy.newProxyInstance(
                TransitionReadingsSuite.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (self, method, arguments) -> {
                    if (method.getName().equals("prepareStatement")
                            && String.valueOf(arguments[0]).endsWith("FOR UPDATE")) {
                        hook.run();
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                });
    }

    @Test
    @DisplayName("a transition and what belongs to it are kept together, or not at all")
    void rollsBackTogether() throws Exception {
        String id = orders.place(State.PENDING);
        orders.transactions().run(() -> {
            assertThat(transitions.advance(id, PAY, "paid")).isEqualTo(new Transition.Applied<>(State.PAID));
            assertThat(transitions.advance(id, PAY, "paid")).isEqualTo(new Transition.AlreadyThere<>(State.PAID));
            return Ended.rollBack(true);
        });
        assertThat(orders.see(id)).isEqualTo(new Seen("PENDING", 1, 1, 0));
    }

    @Test
    @DisplayName(
            "what a transition costs: one statement, a second for the history, one more to read what did not apply")
    void costs() {
        CountingDataSource counting = new CountingDataSource(orders.pool());
        OrderTables counted = new OrderTables(counting.dataSource(), orders.kind());
        JdbcTransitions<State> plain =
                new JdbcTransitions<>(counted.transactions(), ORDERS, StatusTable.of("orders", "order_id", "status"));
        String id = orders.place(State.PENDING);
        assertThat(cost(counting, () -> counted.deliver(id, PAID_BY_CHANNEL))).isEqualTo(2);
        assertThat(cost(counting, () -> counted.deliver(id, CHECKOUT))).isEqualTo(2);
        assertThat(cost(counting, () -> counted.deliver(id, new Delivery(FAIL, "evt_1"))))
                .isEqualTo(3);
        assertThat(cost(counting, () -> counted.deliver(id, new Delivery(FAIL, "evt_1"))))
                .isEqualTo(2);
        assertThat(cost(counting, () -> counted.deliver("missing", new Delivery(FAIL, "evt_1"))))
                .isEqualTo(1);
        counted.deliver(id, CHECKOUT);
        assertThat(cost(counting, () -> counted.deliver(id, new Delivery(FAIL, "evt_1"))))
                .isEqualTo(3);
        counting.reset();
        assertThatThrownBy(() -> counted.transactions().run(() -> {
                    plain.advance(id, PAID_BY_CHANNEL, "paid");
                    throw new InjectedRollback();
                }))
                .isInstanceOf(InjectedRollback.class);
        assertThat(counting.statements()).hasSize(1);
    }

    private static int cost(CountingDataSource counting, Runnable call) {
        counting.reset();
        call.run();
        return counting.statementsExecuted();
    }

    private static final class InjectedRollback extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
