package io.onlyonce.verify.history;

import io.onlyonce.verify.history.Event.Invoked;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One request with what came of it.
 *
 * @param invoked its beginning
 * @param end its end; null if the history has none, which is as if nobody knew
 */
public record Attempt(Invoked invoked, Event.@Nullable OfAttempt end) {
    public Call call() {
        return invoked.call();
    }

    public Identity identity() {
        return invoked.call().identity();
    }

    /** What came back, if an answer did. */
    public Optional<Answer> answer() {
        return end instanceof Event.Answered answered ? Optional.of(answered.answer()) : Optional.empty();
    }

    /** Whether an answer of this meaning came back. */
    public boolean was(Answer.Meaning meaning) {
        return end instanceof Event.Answered answered && answered.answer().meaning() == meaning;
    }

    /** Whether it may have reached the service. */
    public boolean mayHaveArrived() {
        return !(end instanceof Event.NotSent);
    }

    /** Whether nobody knows what came of it. */
    public boolean isUnknown() {
        return end == null || end instanceof Event.Unknown;
    }

    public long start() {
        return invoked.at();
    }

    /** When it was surely over; never, if nobody knows. */
    public long over() {
        return end == null || end instanceof Event.Unknown ? Long.MAX_VALUE : end.at();
    }

    /** What came of it, for people. */
    public String outcome() {
        if (end instanceof Event.Answered answered) {
            return answered.answer().toString();
        } else if (end instanceof Event.NotSent notSent) {
            return "not sent: " + notSent.why();
        } else if (end instanceof Event.Unknown unknown) {
            return "unknown: " + unknown.why();
        }
        return "no end seen";
    }
}
