package io.onlyonce.state;

import static java.util.stream.Collectors.joining;

/** Draws a machine. Names of states are Java's and names of events are checked, so nothing has to be escaped. */
final class Diagrams {
    private Diagrams() {}

    static <S extends Enum<S>> String mermaid(StateMachine<S> machine) {
        StringBuilder text = new StringBuilder("stateDiagram-v2\n    [*] --> ")
                .append(machine.start().name());
        for (Edge<S> edge : machine.edges()) {
            text.append("\n    ")
                    .append(edge.from().name())
                    .append(" --> ")
                    .append(edge.to().name());
            text.append(": ").append(eventsOn(machine, edge));
        }
        for (S state : machine.states()) {
            if (isFinal(machine, state)) {
                text.append("\n    ").append(state.name()).append(" --> [*]");
            }
        }
        return text.append('\n').toString();
    }

    static <S extends Enum<S>> String dot(StateMachine<S> machine) {
        StringBuilder text = new StringBuilder("digraph {\n    \"[*]\" [shape=point];");
        for (S state : machine.states()) {
            if (isFinal(machine, state)) {
                text.append("\n    \"").append(state.name()).append("\" [peripheries=2];");
            }
        }
        text.append("\n    \"[*]\" -> \"").append(machine.start().name()).append("\";");
        for (Edge<S> edge : machine.edges()) {
            text.append("\n    \"").append(edge.from().name()).append("\" -> \"");
            text.append(edge.to().name()).append("\" [label=\"");
            text.append(eventsOn(machine, edge)).append("\"];");
        }
        return text.append("\n}\n").toString();
    }

    private static <S extends Enum<S>> boolean isFinal(StateMachine<S> machine, S state) {
        return machine.edges().stream().noneMatch(edge -> edge.from() == state);
    }

    private static <S extends Enum<S>> String eventsOn(StateMachine<S> machine, Edge<S> edge) {
        return machine.events().stream()
                .filter(event -> event.target() == edge.to() && event.sources().contains(edge.from()))
                .map(Event::name)
                .collect(joining(", "));
    }
}
