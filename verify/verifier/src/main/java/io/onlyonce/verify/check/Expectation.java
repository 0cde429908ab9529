package io.onlyonce.verify.check;

/**
 * What a request's answers and effects are held to.
 *
 * @param most how many effects an operation may have, nearly always 1
 * @param counted whether its effects are counted in the data
 * @param same what all successes of one operation must have in common
 * @param refusals what a refusal is worth
 * @param retryAfter whether "in progress" must say when to come back
 * @param echoed whether a success must carry the operation's own number
 */
public record Expectation(int most, boolean counted, Same same, Refusals refusals, boolean retryAfter, boolean echoed) {
    /** What successes must have in common. */
    public enum Same {
        /** Status, compared headers and body. */
        ANSWER,
        /** The body only: "created" the first time, "there it is" later. */
        BODY,
        /** Nothing. */
        NOTHING
    }

    /** What a refusal is worth. */
    public enum Refusals {
        /** It is the operation's answer for good. */
        REMEMBERED,
        /** A retry runs afresh, and may succeed. */
        FRESH
    }

    /** One effect, counted; the same answer; refusals remembered; "in progress" says when to come back; no number echoed. */
    public static final Expectation STRICT = new Expectation(1, true, Same.ANSWER, Refusals.REMEMBERED, true, false);
}
