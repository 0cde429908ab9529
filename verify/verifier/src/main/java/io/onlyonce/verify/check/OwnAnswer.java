package io.onlyonce.verify.check;

import io.onlyonce.verify.check.Evidence.Operation;
import io.onlyonce.verify.history.Answer.Meaning;
import io.onlyonce.verify.history.Attempt;
import java.util.ArrayList;
import java.util.List;

/** Nobody gets somebody else's answer: a success carries the number that its request carried. */
final class OwnAnswer implements Check {
    @Override
    public String name() {
        return "own-answer";
    }

    @Override
    public String promise() {
        return "Every success was about the request that it answered, never about another one's.";
    }

    @Override
    public boolean heals() {
        return false;
    }

    @Override
    public Finding examine(Evidence evidence) {
        List<Violation> violations = new ArrayList<>();
        int looked = 0;
        for (Operation operation : evidence.operations()) {
            if (!operation.expectation().echoed()) {
                continue;
            }
            List<Attempt> successes = operation.attempts().stream()
                    .filter(attempt -> attempt.was(Meaning.SUCCESS))
                    .toList();
            looked += successes.isEmpty() ? 0 : 1;
            List<Attempt> foreign = successes.stream()
                    .filter(attempt -> !attempt.answer().orElseThrow().echoes())
                    .toList();
            if (!foreign.isEmpty()) {
                violations.add(Violation.seen(
                        operation.identity() + " got an answer that is about another request.", foreign));
            }
        }
        return Finding.of(looked, violations);
    }
}
