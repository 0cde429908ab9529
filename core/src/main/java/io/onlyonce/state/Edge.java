package io.onlyonce.state;

/** A legal change of state, by whichever event. */
public record Edge<S extends Enum<S>>(S from, S to) {
    @Override
    public String toString() {
        return from + " -> " + to;
    }
}
