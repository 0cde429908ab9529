package io.onlyonce.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

/** Random machines against a model so plain that it cannot be wrong: a matrix of booleans. */
@SuppressWarnings("EnumOrdinal") // the places in the matrix
class StateMachinePropertyTest {
    enum Letter {
        A,
        B,
        C,
        D,
        E
    }

    private static final Letter[] LETTERS = Letter.values();
    private static final Pattern MERMAID = Pattern.compile(" +(\\w) --> (\\w): (.+)");
    private static final Pattern DOT = Pattern.compile(" +\"(\\w)\" -> \"(\\w)\" \\[label=\"(.+)\"];");

    /** Events as they come, which may leave states stranded. */
    record Draft(Letter start, List<Event<Letter>> events) {
        @SuppressWarnings({"unchecked", "rawtypes"})
        StateMachine<Letter> build() {
            return StateMachine.startingIn(start).with(events.toArray(new Event[0]));
        }

        boolean[][] edges() {
            boolean[][] edges = new boolean[LETTERS.length][LETTERS.length];
            for (Event<Letter> event : events) {
                event.sources()
                        .forEach(from -> edges[from.ordinal()][event.target().ordinal()] = true);
            }
            return edges;
        }

        boolean[][] closure() {
            boolean[][] closure = edges();
            for (int by = 0; by < LETTERS.length; by++) {
                for (int from = 0; from < LETTERS.length; from++) {
                    for (int to = 0; to < LETTERS.length; to++) {
                        closure[from][to] |= closure[from][by] && closure[by][to];
                    }
                }
            }
            return closure;
        }

        Set<Letter> stranded() {
            Set<Letter> stranded = EnumSet.allOf(Letter.class);
            stranded.removeIf(letter -> letter == start || closure()[start.ordinal()][letter.ordinal()]);
            return stranded;
        }
    }

    @Provide
    Arbitrary<Draft> drafts() {
        Arbitrary<Event<Letter>> event = Arbitraries.of(Letter.class)
                .flatMap(target -> Arbitraries.of(Letter.class)
                        .filter(source -> source != target)
                        .set()
                        .ofMinSize(1)
                        .ofMaxSize(3)
                        .map(sources -> new Event<>("any", target, sources)));
        return Arbitraries.of(Letter.class)
                .flatMap(start ->
                        event.list().ofMinSize(1).ofMaxSize(9).map(events -> new Draft(start, numbered(events))));
    }

    /** Drafts that get an event to each state that they would leave stranded. */
    @Provide
    Arbitrary<Draft> whole() {
        return drafts().map(draft -> {
            List<Event<Letter>> events = new ArrayList<>(draft.events);
            Draft now = draft;
            while (!now.stranded().isEmpty()) {
                Letter first = now.stranded().iterator().next();
                events.add(new Event<>("to " + first, first, Set.of(draft.start)));
                now = new Draft(draft.start, List.copyOf(events));
            }
            return now;
        });
    }

    private static List<Event<Letter>> numbered(List<Event<Letter>> events) {
        List<Event<Letter>> numbered = new ArrayList<>();
        for (Event<Letter> event : events) {
            numbered.add(new Event<>("event " + numbered.size(), event.target(), event.sources()));
        }
        return numbered;
    }

    @Property
    @Label("a machine is built if, and only if, no state is stranded; the refusal names all that are")
    void stranded(@ForAll("drafts") Draft draft) {
        Set<Letter> stranded = draft.stranded();
        Statistics.collect(stranded.isEmpty() ? "whole" : "stranded");
        String told = "";
        try {
            draft.build();
        } catch (IllegalArgumentException e) {
            told = e.getMessage();
        }
        if (stranded.isEmpty()) {
            assertThat(told).isEmpty();
        } else {
            assertThat(told).startsWith("No events lead from " + draft.start + " to " + stranded + ";");
        }
    }

    @Property
    @Label("edges, sources and reachability agree with the model")
    void graph(@ForAll("whole") Draft draft) {
        StateMachine<Letter> machine = draft.build();
        boolean[][] edges = draft.edges();
        boolean[][] closure = draft.closure();
        for (Letter from : LETTERS) {
            for (Letter to : LETTERS) {
                boolean edge = edges[from.ordinal()][to.ordinal()];
                assertThat(machine.isLegal(from, to)).isEqualTo(edge);
                assertThat(machine.edges().contains(new Edge<>(from, to))).isEqualTo(edge);
                assertThat(machine.sourcesOf(to).contains(from)).isEqualTo(edge);
                assertThat(machine.isReachable(from, to)).isEqualTo(closure[from.ordinal()][to.ordinal()]);
            }
        }
    }

    @Property
    @Label("B-34 each event is read in each state as the model has it")
    void readings(@ForAll("whole") Draft draft) {
        StateMachine<Letter> machine = draft.build();
        boolean[][] closure = draft.closure();
        for (Event<Letter> event : draft.events) {
            for (Letter current : LETTERS) {
                if (event.sources().contains(current)) {
                    continue;
                }
                Transition<Letter> wanted = event.target() == current
                        ? new Transition.AlreadyThere<>(current)
                        : closure[event.target().ordinal()][current.ordinal()]
                                ? new Transition.MovedOn<>(current)
                                : new Transition.Illegal<>(current);
                assertThat(machine.read(event, current)).isEqualTo(wanted);
                assertThat(machine.read(event, current).holds()).isEqualTo(event.target() == current);
            }
        }
    }

    @Property
    @Label("a diagram has each transition on exactly one arrow, with the names of all its events")
    void diagrams(@ForAll("whole") Draft draft) {
        StateMachine<Letter> machine = draft.build();
        List<String> wanted = new ArrayList<>();
        for (Letter from : LETTERS) {
            for (Letter to : LETTERS) {
                List<String> names = draft.events.stream()
                        .filter(event -> event.target() == to && event.sources().contains(from))
                        .map(Event::name)
                        .toList();
                if (!names.isEmpty()) {
                    wanted.add(from + " " + to + " " + String.join(", ", names));
                }
            }
        }
        assertThat(arrows(machine.toMermaid(), MERMAID)).containsExactlyInAnyOrderElementsOf(wanted);
        assertThat(arrows(machine.toDot(), DOT)).containsExactlyInAnyOrderElementsOf(wanted);
    }

    private static List<String> arrows(String diagram, Pattern arrow) {
        List<String> arrows = new ArrayList<>();
        for (String line : diagram.lines().toList()) {
            Matcher matcher = arrow.matcher(line);
            if (matcher.matches()) {
                arrows.add(matcher.group(1) + " " + matcher.group(2) + " " + matcher.group(3));
            }
        }
        return arrows;
    }
}
