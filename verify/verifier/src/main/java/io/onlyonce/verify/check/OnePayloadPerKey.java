package io.onlyonce.verify.check;

import io.onlyonce.verify.check.Evidence.Operation;
import io.onlyonce.verify.history.Answer.Meaning;
import io.onlyonce.verify.history.Attempt;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A key that comes again with another payload is refused, and an honest retry is not taken for that. */
final class OnePayloadPerKey implements Check {
    @Override
    public String name() {
        return "mismatch-refused";
    }

    @Override
    public String promise() {
        return "A key served one payload; any other one under it was refused.";
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
            Map<String, List<Attempt>> payloads = operation.byFingerprint();
            List<Attempt> served = payloads.values().stream()
                    .flatMap(copies -> copies.stream()
                            .filter(attempt -> attempt.was(Meaning.SUCCESS))
                            .limit(1))
                    .toList();
            if (served.size() > 1) {
                violations.add(new Violation(
                        "%s was answered with success for %d different payloads."
                                .formatted(operation.identity(), served.size()),
                        served,
                        2,
                        List.of()));
            }
            if (payloads.size() == 1) {
                List<Attempt> suspected = operation.attempts().stream()
                        .filter(attempt -> attempt.was(Meaning.MISMATCH))
                        .toList();
                if (!suspected.isEmpty()) {
                    violations.add(Violation.seen(
                            operation.identity() + " was refused as another payload, though it was the same.",
                            suspected));
                }
            } else {
                looked++;
            }
        }
        return Finding.of(looked, violations);
    }
}
