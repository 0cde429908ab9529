package io.onlyonce.verify.check;

import io.onlyonce.verify.check.Evidence.Operation;
import io.onlyonce.verify.history.Answer;
import io.onlyonce.verify.history.Attempt;
import io.onlyonce.verify.history.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

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
                if (copies.stream().anyMatch(NoStuckKey::isFinal)) {
                    continue;
                }
                Attempt last = copies.get(copies.size() - 1);
                List<Attempt> shown = witnesses(copies, evidence);
                if (shown.isEmpty()) {
                    lost.add(last);
                } else {
                    violations.add(new Violation(
                            "%s has no final answer after %s of repeating it; the last came to %s."
                                    .formatted(operation.identity(), time(evidence), last.outcome()),
                            shown,
                            shown.size() - copies.size() + 1,
                            List.of()));
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

    /**
     * Its attempts if its client gave up, with one that was answered meanwhile: the service was there, only not for this operation. Nothing if the client did not give up, which
     * the run ended before, or if nobody was answered.
     */
    private static List<Attempt> witnesses(List<Attempt> copies, Evidence evidence) {
        Attempt first = copies.get(0);
        List<Attempt> shown = new ArrayList<>(copies);
        for (Event event : evidence.history().events()) {
            if (event instanceof Event.GaveUp given
                    && given.call().identity().equals(first.identity())
                    && given.call().fingerprint().equals(first.call().fingerprint())) {
                if (copies.stream().anyMatch(attempt -> attempt.answer().isPresent())) {
                    return shown;
                }
                Optional<Attempt> served = evidence.history().attempts().stream()
                        .filter(attempt -> attempt.answer().isPresent())
                        .filter(attempt -> attempt.over() > first.start() && attempt.over() < given.at())
                        .findFirst();
                served.ifPresent(shown::add);
                return served.isPresent() ? shown : List.of();
            }
        }
        return List.of();
    }

    private static boolean isFinal(Attempt attempt) {
        return attempt.answer().map(Answer::meaning).stream().anyMatch(Answer.Meaning::isFinal);
    }

    private static String time(Evidence evidence) {
        return String.format(Locale.ROOT, "%.1f s", evidence.rules().settle().toMillis() / 1000.0);
    }
}
