package io.onlyonce.verify.check;

import io.onlyonce.verify.check.Evidence.Operation;
import io.onlyonce.verify.history.Answer.Meaning;
import io.onlyonce.verify.history.Attempt;
import java.util.ArrayList;
import java.util.List;

/** The first promise of all. */
final class AtMostOneEffect implements Check {
    @Override
    public String name() {
        return "at-most-one-effect";
    }

    @Override
    public String promise() {
        return "However often an operation was requested, it took effect once at most.";
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
            if (!operation.expectation().counted()) {
                continue;
            }
            long effects = operation.effects();
            looked += effects > 0 || operation.attempts().stream().anyMatch(attempt -> attempt.was(Meaning.SUCCESS))
                    ? 1
                    : 0;
            if (effects > operation.expectation().most()) {
                List<Attempt> arrived = operation.attempts().stream()
                        .filter(Attempt::mayHaveArrived)
                        .toList();
                violations.add(new Violation(
                        "%s took effect %d times.".formatted(operation.identity(), effects),
                        arrived,
                        (int) Math.min(effects, arrived.size()),
                        operation.byRef().keySet().stream()
                                .map(ref -> "effects of " + ref + ": " + operation.effects(ref))
                                .toList()));
            }
        }
        return Finding.of(looked, violations);
    }
}
