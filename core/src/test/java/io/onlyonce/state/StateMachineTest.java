package io.onlyonce.state;

import static io.onlyonce.state.StateMachineTest.Order.CANCELLED;
import static io.onlyonce.state.StateMachineTest.Order.FAILED;
import static io.onlyonce.state.StateMachineTest.Order.PAID;
import static io.onlyonce.state.StateMachineTest.Order.PAYING;
import static io.onlyonce.state.StateMachineTest.Order.PENDING;
import static io.onlyonce.state.StateMachineTest.Order.REFUNDED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.error.MisuseException;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StateMachineTest {
    enum Order {
        PENDING,
        PAYING,
        PAID,
        FAILED,
        CANCELLED,
        REFUNDED
    }

    private static final Event<Order> CHECKOUT =
            Event.named("checkout").to(PAYING).from(PENDING, FAILED);
    private static final Event<Order> PAY =
            Event.named("pay from balance").to(PAID).from(PENDING);
    private static final Event<Order> PAID_BY_CHANNEL =
            Event.named("paid by channel").to(PAID).from(PAYING);
    private static final Event<Order> FAIL = Event.named("fail").to(FAILED).from(PAYING);
    private static final Event<Order> CANCEL =
            Event.named("cancel").to(CANCELLED).from(PENDING, PAYING, FAILED);
    private static final Event<Order> EXPIRE =
            Event.named("expire").to(CANCELLED).from(PENDING);
    private static final Event<Order> REFUND =
            Event.named("refund").to(REFUNDED).from(PAID);

    private static final StateMachine<Order> ORDERS =
            StateMachine.startingIn(PENDING).with(CHECKOUT, PAY, PAID_BY_CHANNEL, FAIL, CANCEL, EXPIRE, REFUND);

    @Test
    void knowsItsTransitions() {
        assertThat(ORDERS.start()).isEqualTo(PENDING);
        assertThat(ORDERS.edges()).hasSize(9).doesNotContain(new Edge<>(PAID, CANCELLED));
        assertThat(ORDERS.isLegal(FAILED, PAYING)).isTrue();
        assertThat(ORDERS.isLegal(FAILED, PAID)).isFalse();
        assertThat(ORDERS.sourcesOf(PAID)).containsExactly(PENDING, PAYING);
        assertThat(ORDERS.sourcesOf(PENDING)).isEmpty();
        assertThat(ORDERS.isReachable(FAILED, REFUNDED)).isTrue();
        assertThat(ORDERS.isReachable(PAYING, PAYING)).as("by way of FAILED").isTrue();
        assertThat(ORDERS.isReachable(PENDING, PENDING)).as("no way back").isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "PAID, AlreadyThere",
        "REFUNDED, MovedOn",
        "FAILED, Illegal",
        "CANCELLED, Illegal",
        "PENDING, Illegal",
    })
    @DisplayName("B-34 what an unchanged row means for \"paid by channel\", in each state that it does not fit")
    void reads(Order current, String answer) {
        Transition<Order> read = ORDERS.read(PAID_BY_CHANNEL, current);
        assertThat(read.getClass().getSimpleName()).isEqualTo(answer);
        assertThat(read.holds()).isEqualTo(current == PAID);
    }

    @Test
    @DisplayName(
            "B-34 a late \"failed\" of an attempt that was paid after all has moved on, one before any attempt is illegal")
    void readsFailed() {
        assertThat(ORDERS.read(FAIL, PAID)).isEqualTo(new Transition.MovedOn<>(PAID));
        assertThat(ORDERS.read(FAIL, CANCELLED)).isEqualTo(new Transition.MovedOn<>(CANCELLED));
        assertThat(ORDERS.read(FAIL, PENDING)).isEqualTo(new Transition.Illegal<>(PENDING));
        assertThat(ORDERS.read(FAIL, null)).isEqualTo(new Transition.NotFound<>());
    }

    @Test
    void readsTargets() {
        assertThat(ORDERS.read(CANCELLED, PAID)).isEqualTo(new Transition.Illegal<>(PAID));
        assertThat(ORDERS.read(CANCELLED, CANCELLED)).isEqualTo(new Transition.AlreadyThere<>(CANCELLED));
        assertThat(ORDERS.read(PAID, REFUNDED)).isEqualTo(new Transition.MovedOn<>(REFUNDED));
    }

    @Test
    @DisplayName("an event that fits is not read as anything: the row was changed in between")
    void doesNotReadWhatFits() {
        assertThatThrownBy(() -> ORDERS.read(PAY, PENDING))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("The row is in PENDING, from where PAID may be reached")
                .hasMessageContaining("run the guarded statement again");
        assertThatThrownBy(() -> ORDERS.read(PAID, PAYING)).isInstanceOf(IllegalArgumentException.class);
        assertThat(ORDERS.read(PAY, PAYING)).as("by another event only").isEqualTo(new Transition.Illegal<>(PAYING));
    }

    @Test
    void refusesWhatIsNotItsOwn() {
        Event<Order> foreign = Event.named("pay from balance").to(PAID).from(PENDING, FAILED);
        assertThatThrownBy(() -> ORDERS.read(foreign, CANCELLED))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("pay from balance [PENDING, FAILED] -> PAID is none of this machine");
        assertThatThrownBy(() -> ORDERS.read(PENDING, CANCELLED))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("No event leads to PENDING");
    }

    @Test
    void refusesSelfLoop() {
        assertThatThrownBy(() -> Event.named("poll").to(PAYING).from(PENDING, PAYING))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("The event poll leads from PAYING to itself")
                .hasMessageContaining("Leave PAYING out of the sources");
    }

    @Test
    void refusesEventFromNowhere() {
        assertThatThrownBy(() -> Event.named("appear").to(PAYING).from())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("The event appear leads to PAYING from nowhere");
        assertThatThrownBy(() -> new Event<>("appear", PAYING, Set.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " pay", "pay;drop", "pay\nPAID --> PENDING", "pay: twice", "say \"paid\"", "-"})
    void refusesNames(String name) {
        assertThatThrownBy(() -> Event.named(name).to(PAID).from(PENDING))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1 to 64 letters");
    }

    @Test
    void takesNamesInAnyScript() {
        assertThat(Event.named("支付").to(PAID).from(PENDING)).hasToString("支付 [PENDING] -> PAID");
        assertThatThrownBy(() -> Event.named("x".repeat(65)).to(PAID).from(PENDING))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesTwoEventsOfOneName() {
        Event<Order> other = Event.named("cancel").to(REFUNDED).from(PAID);
        assertThatThrownBy(() -> StateMachine.startingIn(PENDING).with(CANCEL, other))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Two events have the name cancel")
                .hasMessageContaining("rename one");
    }

    @Test
    void refusesStrandedStates() {
        assertThatThrownBy(() -> StateMachine.startingIn(PENDING).with(CANCEL, REFUND))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("No events lead from PENDING to [PAYING, PAID, FAILED, REFUNDED]");
        assertThatThrownBy(() -> StateMachine.<Order>startingIn(PENDING).with())
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a\u0000", "a ", "é"})
    @DisplayName("an occurrence is never what a column would cut, pad or fold")
    void refusesOccurrences(String id) {
        assertThatThrownBy(() -> new Occurrence(id))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has " + id.length() + " characters");
        assertThatThrownBy(() -> new Occurrence("x".repeat(201))).isInstanceOf(IllegalArgumentException.class);
        assertThat(new Occurrence("evt_" + "x".repeat(196)).id()).hasSize(200);
    }

    @Test
    void isNotChangedFromOutside() {
        Set<Order> sources = EnumSet.of(PENDING);
        Event<Order> event = new Event<>("pay", PAID, sources);
        sources.add(REFUNDED);
        assertThat(event.sources()).containsExactly(PENDING);
        assertThatThrownBy(() -> event.sources().add(REFUNDED)).isInstanceOf(UnsupportedOperationException.class);
        ORDERS.sourcesOf(PAID).clear();
        ORDERS.states().clear();
        assertThat(ORDERS.sourcesOf(PAID)).isNotEmpty();
        assertThat(ORDERS.states()).hasSize(6);
    }

    @Test
    void draws() {
        StateMachine<Order> machine =
                StateMachine.startingIn(PENDING).with(CHECKOUT, PAID_BY_CHANNEL, FAIL, CANCEL, EXPIRE, REFUND);
        assertThat(machine.toMermaid()).isEqualTo("""
                        stateDiagram-v2
                            [*] --> PENDING
                            PENDING --> PAYING: checkout
                            FAILED --> PAYING: checkout
                            PAYING --> PAID: paid by channel
                            PAYING --> FAILED: fail
                            PENDING --> CANCELLED: cancel, expire
                            PAYING --> CANCELLED: cancel
                            FAILED --> CANCELLED: cancel
                            PAID --> REFUNDED: refund
                            CANCELLED --> [*]
                            REFUNDED --> [*]
                        """);
        assertThat(machine.toDot())
                .startsWith("digraph {\n")
                .contains("\"CANCELLED\" [peripheries=2];")
                .contains("\"[*]\" -> \"PENDING\";")
                .contains("\"PENDING\" -> \"CANCELLED\" [label=\"cancel, expire\"];")
                .endsWith("}\n");
    }
}
