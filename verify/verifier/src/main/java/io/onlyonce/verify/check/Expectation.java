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
 * @param proof what must have been seen of the request, or nothing was proved
 */
public record Expectation(
        int most, boolean counted, Same same, Refusals refusals, boolean retryAfter, boolean echoed, Proof proof) {
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

    /** What must have been seen of a request. */
    public enum Proof {
        /** A success: who only ever refuses keeps every rule, and shows nothing. */
        SUCCESS,
        /** A refusal is enough, since the plan expects it. */
        REFUSAL,
        /** Nothing: it prepares others. */
        NONE
    }

    /** One effect, counted; the same answer; refusals remembered; "in progress" says when to come back; no number echoed; a success must have been seen. */
    public static final Expectation STRICT =
            new Expectation(1, true, Same.ANSWER, Refusals.REMEMBERED, true, false, Proof.SUCCESS);

    /** The same for a request that no client sends for its own sake. */
    public Expectation preparing() {
        return new Expectation(most, counted, same, refusals, retryAfter, echoed, Proof.NONE);
    }

    /** The same where nobody could count effects. */
    Expectation uncounted() {
        return new Expectation(most, false, same, refusals, retryAfter, echoed, proof);
    }
}
