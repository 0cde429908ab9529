package io.onlyonce.verify.check;

import io.onlyonce.verify.check.Finding.Broken;
import io.onlyonce.verify.history.Answer;
import io.onlyonce.verify.history.Attempt;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Makes a failing history small: of the attempts that show a violation, as few as still do. */
final class Shrinker {
    private Shrinker() {}

    /** The violation that takes least reading. */
    static Violation simplest(List<Violation> violations) {
        return violations.stream()
                .min(Comparator.comparingInt(violation -> violation.witnesses().size()))
                .orElseThrow();
    }

    /** Leaves out one attempt after the other, those first that say least, for as long as the check still fails and enough are left to understand it. */
    static List<Attempt> shrink(Check check, Violation violation, Evidence evidence) {
        List<Attempt> kept = new ArrayList<>(violation.witnesses());
        List<Attempt> candidates = new ArrayList<>(kept);
        candidates.sort(Comparator.comparingInt(Shrinker::weight));
        Evidence shown = evidence.with(evidence.history().only(kept)); // the search goes through these, not through all
        for (Attempt candidate : candidates) {
            if (kept.size() <= violation.least()) {
                break;
            }
            List<Attempt> fewer = new ArrayList<>(kept);
            fewer.remove(candidate);
            if (stillFails(check, shown, fewer)) {
                kept = fewer;
            }
        }
        return kept;
    }

    private static boolean stillFails(Check check, Evidence evidence, List<Attempt> attempts) {
        return check.examine(evidence.with(evidence.history().only(attempts))) instanceof Broken;
    }

    /** What says least is left out first: "in progress" and the like, then replays, then what nobody knows, then first successes. */
    private static int weight(Attempt attempt) {
        if (attempt.isUnknown()) {
            return 2;
        }
        return attempt.answer()
                .filter(answer -> answer.meaning() == Answer.Meaning.SUCCESS)
                .map(answer -> answer.replayed() ? 1 : 3)
                .orElse(0);
    }
}
