package io.onlyonce.jdbc.guard;

import java.util.List;

/** How a deduction ended. Whatever is not {@link Taken} has changed nothing. */
public sealed interface Deduction {

    /**
     * All of it was taken.
     *
     * @param lines one per item, in the order in which their rows were locked
     */
    record Taken(List<Line> lines) implements Deduction {
        public Taken {
            lines = List.copyOf(lines);
        }
    }

    /**
     * One item has less than was wanted.
     *
     * @param line what was wanted of it, all lines of the item together
     */
    record TooLittle(Line line) implements Deduction {}

    /**
     * One item does not exist.
     *
     * @param line what was wanted of it
     */
    record NoSuchItem(Line line) implements Deduction {}

    /**
     * This reference has taken something of the item before; nothing was taken now.
     *
     * @param line what was wanted of it
     */
    record TakenBefore(Line line) implements Deduction {}
}
