package io.onlyonce.simulator;

/** How a provider takes what came of an attempt. */
public enum Outcome {
    /** Acknowledged: the notice is not sent again. */
    ACCEPTED,
    /** Answered otherwise: sent again by plan. */
    REFUSED,
    /** Asked to slow down: sent again by plan, and not before the time that was asked for. */
    THROTTLED,
    /** Told that nobody is there any more: nothing is sent to this endpoint any longer. */
    GONE,
    /** No answer in time, or no connection: sent again by plan. */
    NO_ANSWER,
    /** The connection was cut on purpose, behind the last byte of the notice: sent again by plan. */
    ACKNOWLEDGEMENT_LOST
}
