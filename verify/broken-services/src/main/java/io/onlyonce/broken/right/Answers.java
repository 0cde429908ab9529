package io.onlyonce.broken.right;

import io.onlyonce.Outcome;
import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Problems;

/** What OnlyOnce's outcomes are in HTTP. */
final class Answers {
    private Answers() {}

    static Answer of(Outcome<Answer> outcome) {
        if (outcome instanceof Outcome.Executed<Answer> executed) {
            return executed.value();
        } else if (outcome instanceof Outcome.Replayed<Answer> replayed) {
            return replayed.value().replayed();
        } else if (outcome instanceof Outcome.KeyReused<Answer>) {
            return Problems.keyReused();
        } else if (outcome instanceof Outcome.InProgress<Answer>) {
            return Problems.inProgress();
        }
        return Problems.unavailable("The outcome is " + outcome + ".");
    }
}
