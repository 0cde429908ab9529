package io.onlyonce.broken.shop;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Problems;
import org.jspecify.annotations.Nullable;

/**
 * A record as it was found.
 *
 * @param answer what was answered; null while the first request is at work
 */
public record Stored(String ref, String payload, @Nullable Answer answer) {
    /** What the next request with this key is told. */
    public Answer replayTo(Call call) {
        if (!payload.equals(call.payload())) {
            return Problems.keyReused();
        }
        return answer == null ? Problems.inProgress() : answer.replayed();
    }
}
