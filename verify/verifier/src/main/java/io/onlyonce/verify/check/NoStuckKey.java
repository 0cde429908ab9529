package io.onlyonce.verify.check;

import io.onlyonce.verify.check.Evidence.Operation;
import io.onlyonce.verify.history.Answer;
import io.onlyonce.verify.history.Attempt;
import java.util.ArrayList;
import java.util.List;

/** Who repeats his request for long enough gets a final answer. The run repeats each one until the settling time is over. */
final class NoStuckKey implements Check {
    @Override
    public String name() {
        return "no-stuck-key";
    }

    @Override
    public String promise() {
        return "Every operation came to a final answer within the settling time.";
    }

    @Override
    public boolean heals() {
        return false;
    }

    @Override
    public Finding examine(Evidence evidence) {
        List<Violation> violations = new ArrayList<>();
        List<Attempt> lost = new ArrayList<>();
        int looked = 0;
        for (Operation operation : evidence.operations()) {
            for (List<Attempt> copies : operation.byFingerprint().values()) {
                looked++;
                if (copies.stream()
                        .anyMatch(attempt ->
                                attempt.answer().map(Answer::meaning).stream().anyMatch(Answer.Meaning::isFinal))) {
                    continue;
                }
                Attempt last = copies.get(copies.size() - 1);
                long repeated = last.start() - copies.get(0).start();
                if (last.answer().isPresent()
                        && repeated >= evidence.rules().settle().toNanos()) {
                    violations.add(Violation.seen(
                            "%s has no final answer yet; the last was %s."
                                    .formatted(operation.identity(), last.outcome()),
                            copies));
                } else {
                    lost.add(last);
                }
            }
        }
        if (violations.isEmpty() && !lost.isEmpty()) {
            return new Finding.Undecided(
                    "%d operations had no final answer when the run ended, the first of them %s: %s"
                            .formatted(
                                    lost.size(),
                                    lost.get(0).identity(),
                                    lost.get(0).outcome()));
        }
        return Finding.of(looked, violations);
    }
}
