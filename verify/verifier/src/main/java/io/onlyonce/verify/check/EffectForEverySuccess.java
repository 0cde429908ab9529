package io.onlyonce.verify.check;

import io.onlyonce.verify.check.Evidence.Operation;
import io.onlyonce.verify.history.Answer.Meaning;
import io.onlyonce.verify.history.Attempt;
import java.util.ArrayList;
import java.util.List;

/** Who was told "done" must find it done: the mirror image of the first promise, broken by records that outlive what they are about. */
final class EffectForEverySuccess implements Check {
    @Override
    public String name() {
        return "effect-for-every-success";
    }

    @Override
    public String promise() {
        return "Whatever was answered with success has taken effect.";
    }

    @Override
    public boolean heals() {
        return true;
    }

    @Override
    public Finding examine(Evidence evidence) {
        List<Violation> violations = new ArrayList<>();
        int looked = 0;
        for (Operation operation : evidence.operations()) {
            if (!operation.expectation().counted()) {
                continue;
            }
            for (var payload : operation.byRef().entrySet()) {
                List<Attempt> successes = payload.getValue().stream()
                        .filter(attempt -> attempt.was(Meaning.SUCCESS))
                        .toList();
                looked += successes.isEmpty() ? 0 : 1;
                if (!successes.isEmpty() && operation.effects(payload.getKey()) == 0) {
                    violations.add(new Violation(
                            "%s was answered with success and has not taken effect.".formatted(operation.identity()),
                            payload.getValue(),
                            1,
                            List.of("effects of " + payload.getKey() + ": 0")));
                }
            }
        }
        return Finding.of(looked, violations);
    }
}
