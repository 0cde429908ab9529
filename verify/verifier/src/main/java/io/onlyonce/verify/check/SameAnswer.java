package io.onlyonce.verify.check;

import io.onlyonce.verify.check.Evidence.Operation;
import io.onlyonce.verify.check.Expectation.Refusals;
import io.onlyonce.verify.check.Expectation.Same;
import io.onlyonce.verify.history.Answer;
import io.onlyonce.verify.history.Answer.Meaning;
import io.onlyonce.verify.history.Attempt;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A replay equals the first answer, and an answer that was final stays what it was. */
final class SameAnswer implements Check {
    @Override
    public String name() {
        return "replay-equals-first";
    }

    @Override
    public String promise() {
        return "Every later request with the same key and payload got the first answer.";
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
            for (List<Attempt> copies : operation.byFingerprint().values()) {
                List<Attempt> successes = withMeaning(copies, Meaning.SUCCESS);
                List<Attempt> refusals = withMeaning(copies, Meaning.REFUSED);
                looked += successes.isEmpty() && refusals.isEmpty() ? 0 : 1;
                differing(operation, successes).ifPresent(violations::add);
                if (operation.expectation().refusals() == Refusals.REMEMBERED) {
                    differing(operation, refusals).ifPresent(violations::add);
                }
                contradiction(operation, successes, refusals).ifPresent(violations::add);
            }
        }
        return Finding.of(looked, violations);
    }

    private static List<Attempt> withMeaning(List<Attempt> copies, Meaning meaning) {
        return copies.stream()
                .filter(attempt -> attempt.was(meaning))
                .sorted(Comparator.comparingLong(Attempt::over))
                .toList();
    }

    private static Optional<Violation> differing(Operation operation, List<Attempt> answered) {
        if (answered.size() < 2) {
            return Optional.empty();
        }
        Attempt first = answered.get(0);
        for (Attempt later : answered) {
            String difference = difference(
                    first.answer().orElseThrow(),
                    later.answer().orElseThrow(),
                    operation.expectation().same());
            if (!difference.isEmpty()) {
                return Optional.of(new Violation(
                        "%s got another answer later: %s.".formatted(operation.identity(), difference),
                        List.of(first, later),
                        2,
                        List.of()));
            }
        }
        return Optional.empty();
    }

    private static String difference(Answer first, Answer later, Same same) {
        if (same == Same.NOTHING) {
            return "";
        }
        if (same == Same.ANSWER && first.status() != later.status()) {
            return "status " + first.status() + ", then " + later.status();
        }
        if (same == Same.ANSWER && !first.headers().equals(later.headers())) {
            return "headers " + first.headers() + ", then " + later.headers();
        }
        return first.bodyHash().equals(later.bodyHash())
                ? ""
                : "body \"" + first.body() + "\", then \"" + later.body() + "\"";
    }

    /** Yes and no to the same: never where refusals are remembered, else at least not a "no" that was asked for after a "yes" had arrived. */
    private static Optional<Violation> contradiction(
            Operation operation, List<Attempt> successes, List<Attempt> refusals) {
        for (Attempt yes : successes) {
            for (Attempt no : refusals) {
                if (operation.expectation().refusals() == Refusals.REMEMBERED && no.over() < yes.start()) {
                    return Optional.of(new Violation(
                            operation.identity() + " was refused and later done: the refusal was not remembered.",
                            List.of(no, yes),
                            2,
                            List.of()));
                }
                if (operation.expectation().refusals() == Refusals.REMEMBERED || yes.over() < no.start()) {
                    return Optional.of(new Violation(
                            operation.identity() + " was answered with success and with a refusal.",
                            List.of(yes, no),
                            2,
                            List.of()));
                }
            }
        }
        return Optional.empty();
    }
}
