package io.onlyonce.verify.check;

import java.util.List;

/** What a check says. */
public sealed interface Finding {
    /** The rule was kept wherever it applied. */
    record Kept(int looked) implements Finding {}

    /** It was broken. */
    record Broken(List<Violation> violations) implements Finding {
        public Broken {
            violations = List.copyOf(violations);
        }
    }

    /** It can't be told. */
    record Undecided(String why) implements Finding {}

    static Finding of(int looked, List<Violation> violations) {
        return violations.isEmpty() ? new Kept(looked) : new Broken(violations);
    }
}
