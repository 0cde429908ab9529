package io.onlyonce.verify.history;

/** One thing that happened. Its time is in nanoseconds since the run began, by one clock that never goes back. */
public sealed interface Event {
    long at();

    /** Something that one attempt at a request did or met. */
    sealed interface OfAttempt extends Event {
        /** Which attempt, counted from 1 over the whole run. */
        int attempt();
    }

    /**
     * A request was about to be sent.
     *
     * @param process which client; it has one request under way at a time
     * @param fault what was done to its connection, empty if nothing
     */
    record Invoked(long at, int attempt, int process, Call call, String fault) implements OfAttempt {}

    /** The whole answer was there. */
    record Answered(long at, int attempt, Answer answer) implements OfAttempt {}

    /** It has surely not reached the service: there was no connection. */
    record NotSent(long at, int attempt, String why) implements OfAttempt {}

    /** Nobody knows: a time-out, a broken connection. From here on it may take effect at any time. */
    record Unknown(long at, int attempt, String why) implements OfAttempt {}

    /** A client has repeated this request for all of the settling time without a final answer, and does so no more. */
    record GaveUp(long at, Call call) implements Event {}

    /** The plan wants this kind of fault to happen, by the word that plans have for it. */
    record Planned(long at, String fault) implements Event {}

    /** A fault of that kind has come over the service. Those of connections stand with their attempts. */
    record Dealt(long at, String fault) implements Event {}

    /** Something that was done to the service: killed, stopped, started again. */
    record Noted(long at, String what) implements Event {}
}
