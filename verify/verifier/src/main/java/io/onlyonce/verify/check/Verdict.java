package io.onlyonce.verify.check;

import io.onlyonce.verify.history.Attempt;
import java.util.List;

/** What a run has shown. */
public sealed interface Verdict {
    /**
     * Every rule was kept wherever it applied.
     *
     * @param looked how many single things were looked at, by all checks
     */
    record Valid(int looked) implements Verdict {}

    /** At least one rule was broken. */
    record Invalid(List<CounterExample> counterExamples) implements Verdict {
        public Invalid {
            counterExamples = List.copyOf(counterExamples);
        }
    }

    /** Nothing was proved, neither way. */
    record Unknown(String why) implements Verdict {}

    /**
     * A broken rule with the smallest history that still breaks it.
     *
     * @param check the rule's name
     * @param what happened
     * @param attempts the history
     * @param data what was found in the service's data
     * @param more how many other violations of the rule there were
     */
    record CounterExample(String check, String what, List<Attempt> attempts, List<String> data, int more) {
        public CounterExample {
            attempts = List.copyOf(attempts);
            data = List.copyOf(data);
        }
    }
}
