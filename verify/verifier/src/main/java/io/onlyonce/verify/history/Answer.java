package io.onlyonce.verify.history;

import java.util.Locale;
import java.util.Map;

/**
 * What a client got back.
 *
 * @param meaning what the plan takes it for
 * @param status HTTP's
 * @param headers those that the plan compares or reads, by their lower-case names
 * @param body its text, cut to its first {@value #MAX_BODY} characters
 * @param bodyHash SHA-256 of what the plan compares of the whole body
 * @param replayed whether it is marked as the repetition of an earlier answer
 * @param echoes whether the whole body carries the number of the payload that it answers
 */
public record Answer(
        Meaning meaning,
        int status,
        Map<String, String> headers,
        String body,
        String bodyHash,
        boolean replayed,
        boolean echoes) {
    /** How many characters of a body are kept. */
    public static final int MAX_BODY = 2000;

    /** What an answer says. */
    public enum Meaning {
        /** The operation has taken effect. */
        SUCCESS,
        /** It has not, and a retry will be told the same: out of stock, not allowed. */
        REFUSED,
        /** Another request with its key is at work. */
        IN_PROGRESS,
        /** The key belongs to another payload. */
        MISMATCH,
        /** Nothing final: try again. */
        RETRY;

        /** Whether a client that gets this is done. */
        public boolean isFinal() {
            return this == SUCCESS || this == REFUSED || this == MISMATCH;
        }
    }

    public Answer {
        headers = Map.copyOf(headers);
        body = body.length() > MAX_BODY ? body.substring(0, end(body)) : body;
    }

    /** Not in the middle of a character. */
    private static int end(String body) {
        return Character.isHighSurrogate(body.charAt(MAX_BODY - 1)) ? MAX_BODY - 1 : MAX_BODY;
    }

    /** What kind of answer it is, in a word or two for people. */
    public String kind() {
        return meaning.name().toLowerCase(Locale.ROOT).replace('_', ' ') + (replayed ? " (replay)" : "");
    }

    @Override
    public String toString() {
        return status + (replayed ? " (replay)" : "") + (body.isEmpty() ? "" : " " + body);
    }
}
