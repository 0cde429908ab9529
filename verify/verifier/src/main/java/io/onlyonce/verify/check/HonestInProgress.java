package io.onlyonce.verify.check;

import io.onlyonce.verify.check.Evidence.Operation;
import io.onlyonce.verify.history.Answer.Meaning;
import io.onlyonce.verify.history.Attempt;
import java.util.ArrayList;
import java.util.List;

/** "In progress" is said only while another attempt may be at work, and tells when to come back. */
final class HonestInProgress implements Check {
    private static final String RETRY_AFTER = "retry-after";

    @Override
    public String name() {
        return "honest-in-progress";
    }

    @Override
    public String promise() {
        return "\"In progress\" was answered only while another request with that key could be at work.";
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
            for (Attempt told : operation.attempts()) {
                if (!told.was(Meaning.IN_PROGRESS)) {
                    continue;
                }
                looked++;
                if (operation.attempts().stream().noneMatch(other -> mayHaveBeenAtWork(other, told))) {
                    List<Attempt> shown = around(operation, told);
                    violations.add(new Violation(
                            operation.identity() + " was told to be in progress when nothing was.",
                            shown,
                            shown.size(),
                            List.of()));
                } else if (operation.expectation().retryAfter()
                        && !told.answer().orElseThrow().headers().containsKey(RETRY_AFTER)) {
                    violations.add(Violation.seen(
                            operation.identity() + " was told to be in progress, but not when to come back.",
                            List.of(told)));
                }
            }
        }
        return Finding.of(looked, violations);
    }

    /** An attempt that has got a final answer is at rest; one that got none may be at work for as long as anybody knows. */
    private static boolean mayHaveBeenAtWork(Attempt other, Attempt told) {
        if (other.equals(told)
                || !other.mayHaveArrived()
                || other.was(Meaning.IN_PROGRESS)
                || other.start() > told.over()) {
            return false;
        }
        // another payload may hold the key for as long as it takes to refuse it
        boolean atRest = other.was(Meaning.SUCCESS) || other.was(Meaning.REFUSED) || other.was(Meaning.MISMATCH);
        return !atRest || other.over() > told.start();
    }

    /** The final answer that came before it says most. */
    private static List<Attempt> around(Operation operation, Attempt told) {
        List<Attempt> shown = new ArrayList<>();
        operation.attempts().stream()
                .filter(other -> !other.equals(told) && other.over() < told.start())
                .filter(other -> other.was(Meaning.SUCCESS) || other.was(Meaning.REFUSED))
                .limit(1)
                .forEach(shown::add);
        shown.add(told);
        return shown;
    }
}
