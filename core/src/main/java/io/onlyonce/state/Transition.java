package io.onlyonce.state;

/**
 * How a guarded status change ended. Only {@link Applied} has changed anything; all others leave row and history as they were, however often the event
 * is repeated.
 *
 * <p>A sender of notifications gets the same acknowledgement for every one of them: an event that does not fit is a fact all the same, and repeating it does
 * not make it fit.
 */
public sealed interface Transition<S extends Enum<S>> {
    /**
     * Whether the row is where the event leads to: it was brought there now, or stood there before. A caller that only wants the state to be reached needs
     * to ask nothing else.
     */
    boolean holds();

    /** This call changed the state. Whatever belongs to the transition (stock, money, a message) is to be done now, in the same transaction. */
    record Applied<S extends Enum<S>>(S to) implements Transition<S> {
        @Override
        public boolean holds() {
            return true;
        }
    }

    /** The row is in the event's target: this event or another one with the same target came before. A success without a change. */
    record AlreadyThere<S extends Enum<S>>(S state) implements Transition<S> {
        @Override
        public boolean holds() {
            return true;
        }
    }

    /**
     * This very occurrence took effect before, whatever has happened to the row since.
     *
     * @param to where it led then
     * @param current where the row is now
     */
    record Repeated<S extends Enum<S>>(S to, S current) implements Transition<S> {
        @Override
        public boolean holds() {
            return to == current;
        }
    }

    /**
     * The event came late: the row is in a state that can be reached from the event's target.
     *
     * <p>On a machine with a cycle this is a statement about states, not about the past: an event that comes too early looks the same where its target also
     * lies on a way to the current state.
     */
    record MovedOn<S extends Enum<S>>(S current) implements Transition<S> {
        @Override
        public boolean holds() {
            return false;
        }
    }

    /** The event does not fit the row's state and is not late: it came too early, or the row went another way. */
    record Illegal<S extends Enum<S>>(S current) implements Transition<S> {
        @Override
        public boolean holds() {
            return false;
        }
    }

    /** There is no such row. */
    record NotFound<S extends Enum<S>>() implements Transition<S> {
        @Override
        public boolean holds() {
            return false;
        }
    }
}
