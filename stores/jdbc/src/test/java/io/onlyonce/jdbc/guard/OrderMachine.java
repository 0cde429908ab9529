package io.onlyonce.jdbc.guard;

import static io.onlyonce.jdbc.guard.OrderMachine.State.CANCELLED;
import static io.onlyonce.jdbc.guard.OrderMachine.State.FAILED;
import static io.onlyonce.jdbc.guard.OrderMachine.State.PAID;
import static io.onlyonce.jdbc.guard.OrderMachine.State.PAYING;
import static io.onlyonce.jdbc.guard.OrderMachine.State.PENDING;
import static io.onlyonce.jdbc.guard.OrderMachine.State.REFUNDED;

import io.onlyonce.state.Event;
import io.onlyonce.state.StateMachine;
import io.onlyonce.state.Transition;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The shop's machine, and the same as a model that knows nothing of databases. */
final class OrderMachine {
    enum State {
        PENDING,
        PAYING,
        PAID,
        FAILED,
        CANCELLED,
        REFUNDED
    }

    static final Event<State> CHECKOUT = Event.named("checkout").to(PAYING).from(PENDING, FAILED);
    static final Event<State> PAY = Event.named("pay from balance").to(PAID).from(PENDING);
    static final Event<State> PAID_BY_CHANNEL =
            Event.named("paid by channel").to(PAID).from(PAYING);
    static final Event<State> FAIL = Event.named("fail").to(FAILED).from(PAYING);
    static final Event<State> CANCEL = Event.named("cancel").to(CANCELLED).from(PENDING, PAYING, FAILED);
    static final Event<State> REFUND = Event.named("refund").to(REFUNDED).from(PAID);

    static final StateMachine<State> ORDERS =
            StateMachine.startingIn(PENDING).with(CHECKOUT, PAY, PAID_BY_CHANNEL, FAIL, CANCEL, REFUND);

    /** What may follow, sooner or later, written down by hand. */
    private static final Map<State, Set<State>> LATER = Map.of(
            PENDING, EnumSet.of(PAYING, PAID, FAILED, CANCELLED, REFUNDED),
            PAYING, EnumSet.of(PAYING, PAID, FAILED, CANCELLED, REFUNDED),
            PAID, EnumSet.of(REFUNDED),
            FAILED, EnumSet.of(PAYING, PAID, FAILED, CANCELLED, REFUNDED),
            CANCELLED, EnumSet.noneOf(State.class),
            REFUNDED, EnumSet.noneOf(State.class));

    private OrderMachine() {}

    /** The events that bring a new order to a state. */
    static List<Event<State>> wayTo(State state) {
        return switch (state) {
            case PENDING -> List.of();
            case PAYING -> List.of(CHECKOUT);
            case PAID -> List.of(PAY);
            case FAILED -> List.of(CHECKOUT, FAIL);
            case CANCELLED -> List.of(CANCEL);
            case REFUNDED -> List.of(PAY, REFUND);
        };
    }

    /**
     * An event that is delivered.
     *
     * @param occurrence null if it has none
     */
    record Delivery(Event<State> event, @Nullable String occurrence) {
        static Delivery of(Event<State> event) {
            return new Delivery(event, null);
        }
    }

    /** One order, as it should behave. */
    static final class Model {
        private final Map<String, State> seen = new HashMap<>();
        private State state;
        private int applied;

        Model(State state) {
            this.state = state;
        }

        Transition<State> deliver(Delivery delivery) {
            Event<State> event = delivery.event();
            String occurrence = delivery.occurrence();
            if (occurrence != null && seen.containsKey(occurrence)) {
                return new Transition.Repeated<>(seen.get(occurrence), state);
            }
            if (event.sources().contains(state)) {
                state = event.target();
                applied++;
                if (occurrence != null) {
                    seen.put(occurrence, state);
                }
                return new Transition.Applied<>(state);
            }
            if (state == event.target()) {
                return new Transition.AlreadyThere<>(state);
            }
            return LATER.getOrDefault(event.target(), Set.of()).contains(state)
                    ? new Transition.MovedOn<>(state)
                    : new Transition.Illegal<>(state);
        }

        State state() {
            return state;
        }

        int applied() {
            return applied;
        }

        int occurrences() {
            return seen.size();
        }
    }
}
