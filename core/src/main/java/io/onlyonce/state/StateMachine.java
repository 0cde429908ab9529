package io.onlyonce.state;

import io.onlyonce.error.ErrorTexts;
import io.onlyonce.error.MisuseException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The legal transitions between the states of an enum, as data. Immutable and thread-safe; make it once and keep it.
 *
 * <pre>{@code
 * static final StateMachine<OrderStatus> ORDERS = StateMachine.startingIn(PENDING).with(PAY, CANCEL, REFUND);
 * }</pre>
 *
 * <p><b>Cycles.</b> Where a machine can come back to a state (PAYING, FAILED, PAYING), the state alone cannot tell a late copy of the first "failed" from a
 * second one: a copy that is delivered during the second attempt finds PAYING and applies. What tells them apart is the event's {@link Occurrence},
 * which the store remembers, or an idempotency record in front of the whole handling. Without a cycle neither is needed for the state to be right.
 */
public final class StateMachine<S extends Enum<S>> {
    private final S start;
    private final Map<String, Event<S>> events;
    private final Set<Edge<S>> edges;
    private final Map<S, Set<S>> reachable;

    private StateMachine(S start, List<Event<S>> events) {
        this.start = start;
        this.events = byName(events);
        this.edges = edgesOf(events);
        this.reachable = reachable(start.getDeclaringClass(), edges);
        Set<S> stranded = states();
        stranded.remove(start);
        stranded.removeAll(reachable.getOrDefault(start, Set.of()));
        if (!stranded.isEmpty()) {
            throw new IllegalArgumentException(ErrorTexts.stranded(start, stranded));
        }
    }

    /** Begins with the state of a new row. */
    public static <S extends Enum<S>> Start<S> startingIn(S state) {
        return new Start<>(state);
    }

    /** A machine that has no events yet. */
    public record Start<S extends Enum<S>>(S state) {
        /**
         * The machine of these events.
         *
         * @throws IllegalArgumentException if two events have one name, or a state of the enum cannot be reached
         */
        @SafeVarargs
        public final StateMachine<S> with(Event<S>... events) {
            List<Event<S>> all = new ArrayList<>();
            for (Event<S> event : events) {
                all.add(event);
            }
            return new StateMachine<>(state, all);
        }
    }

    private static <S extends Enum<S>> Map<String, Event<S>> byName(List<Event<S>> events) {
        Map<String, Event<S>> byName = new LinkedHashMap<>();
        for (Event<S> event : events) {
            Event<S> other = byName.putIfAbsent(event.name(), event);
            if (other != null) {
                throw new IllegalArgumentException(ErrorTexts.twoEvents(other, event));
            }
        }
        return Collections.unmodifiableMap(byName);
    }

    private static <S extends Enum<S>> Set<Edge<S>> edgesOf(List<Event<S>> events) {
        Set<Edge<S>> edges = new LinkedHashSet<>();
        for (Event<S> event : events) {
            event.sources().forEach(source -> edges.add(new Edge<>(source, event.target())));
        }
        return Collections.unmodifiableSet(edges);
    }

    private static <S extends Enum<S>> Map<S, Set<S>> reachable(Class<S> states, Set<Edge<S>> edges) {
        Map<S, Set<S>> reachable = new EnumMap<>(states);
        for (S from : EnumSet.allOf(states)) {
            Set<S> found = EnumSet.noneOf(states);
            Deque<S> open = new ArrayDeque<>(List.of(from));
            while (!open.isEmpty()) {
                S state = open.remove();
                edges.stream()
                        .filter(edge -> edge.from() == state && found.add(edge.to()))
                        .forEach(edge -> open.add(edge.to()));
            }
            reachable.put(from, found);
        }
        return reachable;
    }

    /** The state of a new row. */
    public S start() {
        return start;
    }

    /** All states: the constants of the enum, in its order. The set is the caller's. */
    public Set<S> states() {
        return EnumSet.allOf(start.getDeclaringClass());
    }

    /** The events, in the order in which they were given. */
    public List<Event<S>> events() {
        return List.copyOf(events.values());
    }

    /** The legal transitions, each once, whichever events make it. Unmodifiable. */
    public Set<Edge<S>> edges() {
        return edges;
    }

    /** Whether some event leads from one state straight to the other. */
    public boolean isLegal(S from, S to) {
        return edges.contains(new Edge<>(from, to));
    }

    /** The states from which some event leads straight to this one; empty for a start that is never come back to. The set is the caller's. */
    public Set<S> sourcesOf(S target) {
        Set<S> sources = EnumSet.noneOf(start.getDeclaringClass());
        edges.stream().filter(edge -> edge.to() == target).forEach(edge -> sources.add(edge.from()));
        return sources;
    }

    /** Whether one or more transitions lead from one state to the other; from a state to itself only on a cycle. */
    public boolean isReachable(S from, S to) {
        return reachable.getOrDefault(from, Set.of()).contains(to);
    }

    /**
     * What it means that the guarded change for an event changed no row, given the state that was read afterwards as a current, locking read. Pure, so that
     * every store reads alike.
     *
     * @param current the row's state; null if there is no row
     * @throws MisuseException if the event is none of this machine's
     * @throws IllegalArgumentException if the event may come in that state: then the row was changed in between, and the guarded change is to be run again
     */
    public Transition<S> read(Event<S> event, @Nullable S current) {
        mustKnow(event);
        return read(event.target(), event.sources(), current);
    }

    /**
     * The same for a change to a state by whichever event leads there.
     *
     * @param current the row's state; null if there is no row
     * @throws MisuseException if no event leads to the target
     * @throws IllegalArgumentException if an event leads there from that state: then the row was changed in between, and the guarded change is to be run again
     */
    public Transition<S> read(S target, @Nullable S current) {
        Set<S> sources = sourcesOf(target);
        if (sources.isEmpty()) {
            throw new MisuseException(ErrorTexts.noWayTo(target));
        }
        return read(target, sources, current);
    }

    private Transition<S> read(S target, Set<S> sources, @Nullable S current) {
        if (current == null) {
            return new Transition.NotFound<>();
        }
        if (current == target) {
            return new Transition.AlreadyThere<>(current);
        }
        if (sources.contains(current)) {
            throw new IllegalArgumentException(ErrorTexts.fits(target, current));
        }
        return isReachable(target, current) ? new Transition.MovedOn<>(current) : new Transition.Illegal<>(current);
    }

    private void mustKnow(Event<S> event) {
        if (!event.equals(events.get(event.name()))) {
            throw new MisuseException(ErrorTexts.foreignEvent(event, events.values()));
        }
    }

    /** The machine as a Mermaid state diagram: one arrow for each legal transition, with the names of its events. */
    public String toMermaid() {
        return Diagrams.mermaid(this);
    }

    /** The machine in the language of Graphviz: one arrow for each legal transition, with the names of its events. */
    public String toDot() {
        return Diagrams.dot(this);
    }

    @Override
    public String toString() {
        return "from " + start + ": " + events.values();
    }
}
