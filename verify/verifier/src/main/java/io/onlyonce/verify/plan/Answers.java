package io.onlyonce.verify.plan;

import io.onlyonce.verify.history.Answer.Meaning;
import java.util.List;

/**
 * What answers mean: the first sign that fits decides, and where none does, the status alone.
 *
 * @param signs in the order in which they are tried
 * @param replayHeader the header that marks a repetition, in lower case
 */
public record Answers(List<Sign> signs, String replayHeader) {
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int REQUEST_TIMEOUT = 408;
    private static final int TOO_EARLY = 425;
    private static final int CONFLICT = 409;
    private static final int UNPROCESSABLE = 422;

    /**
     * An answer of this status, and if it says so with this text in its body.
     *
     * @param text empty for any body
     */
    public record Sign(int status, String text, Meaning meaning) {}

    /** By the draft's statuses: 409 is "in progress", 422 is another payload. */
    public static final Answers STANDARD = new Answers(List.of(), "idempotent-replayed");

    public Answers {
        signs = List.copyOf(signs);
    }

    /** What this one means. */
    public Meaning meaning(int status, String body) {
        for (Sign sign : signs) {
            if (sign.status() == status && body.contains(sign.text())) {
                return sign.meaning();
            }
        }
        if (status >= 200 && status < 400) {
            return Meaning.SUCCESS;
        }
        if (status >= 500 || status == TOO_MANY_REQUESTS || status == REQUEST_TIMEOUT || status == TOO_EARLY) {
            return Meaning.RETRY;
        }
        if (status == CONFLICT && !has(Meaning.IN_PROGRESS)) {
            return Meaning.IN_PROGRESS;
        }
        if (status == UNPROCESSABLE && !has(Meaning.MISMATCH)) {
            return Meaning.MISMATCH;
        }
        return Meaning.REFUSED;
    }

    private boolean has(Meaning meaning) {
        return signs.stream().anyMatch(sign -> sign.meaning() == meaning);
    }
}
