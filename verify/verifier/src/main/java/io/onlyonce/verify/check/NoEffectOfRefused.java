package io.onlyonce.verify.check;

import io.onlyonce.verify.check.Evidence.Operation;
import io.onlyonce.verify.history.Answer.Meaning;
import io.onlyonce.verify.history.Attempt;
import java.util.ArrayList;
import java.util.List;

/** Who was told "no" each time, or could never send it, must find nothing done. */
final class NoEffectOfRefused implements Check {
    @Override
    public String name() {
        return "no-effect-of-refused";
    }

    @Override
    public String promise() {
        return "Whatever was refused, or never sent, has not taken effect.";
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
            for (var payload : operation.byRef().entrySet()) {
                if (!payload.getValue().stream().allMatch(NoEffectOfRefused::isRefused)) {
                    continue;
                }
                looked++;
                long effects = operation.effects(payload.getKey());
                if (effects > 0) {
                    violations.add(new Violation(
                            "%s was refused and has taken effect all the same.".formatted(operation.identity()),
                            payload.getValue(),
                            1,
                            List.of("effects of " + payload.getKey() + ": " + effects)));
                }
            }
        }
        return Finding.of(looked, violations);
    }

    private static boolean isRefused(Attempt attempt) {
        return !attempt.mayHaveArrived() || attempt.was(Meaning.REFUSED) || attempt.was(Meaning.MISMATCH);
    }
}
