package io.onlyonce.token;

/** How a store answered an attempt to consume a token. */
public sealed interface Consumption {
    /** The token was good for this binding, and this use of it is the caller's alone. */
    record Consumed() implements Consumption {}

    /**
     * The token is not good here. One answer for all reasons (unknown, expired, used up, issued to somebody else, for another purpose or target), because the
     * reason would help only those who guess. Nothing was used up.
     */
    record Refused() implements Consumption {}
}
