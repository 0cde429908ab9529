package io.onlyonce.verify.check;

import io.onlyonce.verify.history.Attempt;
import java.util.List;

/**
 * One breach of a rule.
 *
 * @param what happened, in a sentence
 * @param witnesses the attempts that show it, none if the data alone do
 * @param least how many of them are needed to understand it
 * @param data what was found in the service's data
 */
public record Violation(String what, List<Attempt> witnesses, int least, List<String> data) {
    public Violation {
        witnesses = List.copyOf(witnesses);
        data = List.copyOf(data);
    }

    static Violation seen(String what, List<Attempt> witnesses) {
        return new Violation(what, witnesses, 1, List.of());
    }

    static Violation found(String what, List<String> data) {
        return new Violation(what, List.of(), 0, data);
    }
}
