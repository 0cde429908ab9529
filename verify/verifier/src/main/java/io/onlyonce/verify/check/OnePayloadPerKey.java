package io.onlyonce.verify.check;

import io.onlyonce.verify.check.Evidence.Operation;
import io.onlyonce.verify.history.Answer.Meaning;
import io.onlyonce.verify.history.Attempt;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
            payloads.values().forEach(copies -> suspected(operation, copies).ifPresent(violations::add));
            if (payloads.size() > 1) {
                looked++;
                burnt(operation).ifPresent(violations::add);
            }
        }
        return Finding.of(looked, violations);
    }

    /** An honest retry that was taken for another payload: the only one, or one that had been served before it was sent again. */
    private static Optional<Violation> suspected(Operation operation, List<Attempt> copies) {
        List<Attempt> mismatches =
                copies.stream().filter(attempt -> attempt.was(Meaning.MISMATCH)).toList();
        String what = operation.identity() + " was refused as another payload, though it was the same.";
        if (operation.byFingerprint().size() == 1) {
            return mismatches.isEmpty() ? Optional.empty() : Optional.of(Violation.seen(what, mismatches));
        }
        for (Attempt served : copies) {
            for (Attempt suspected : mismatches) {
                if (served.was(Meaning.SUCCESS) && served.over() < suspected.start()) {
                    return Optional.of(new Violation(what, List.of(served, suspected), 2, List.of()));
                }
            }
        }
        return Optional.empty();
    }

    /** Several payloads came under a key, each was told that the key is another one's, and so it is nobody's. */
    private static Optional<Violation> burnt(Operation operation) {
        List<Attempt> arrived =
                operation.attempts().stream().filter(Attempt::mayHaveArrived).toList();
        boolean all = arrived.stream().allMatch(attempt -> attempt.was(Meaning.MISMATCH));
        return arrived.isEmpty() || !all
                ? Optional.empty()
                : Optional.of(Violation.seen(
                        operation.identity() + " was refused for every payload as belonging to another one.", arrived));
    }
}
