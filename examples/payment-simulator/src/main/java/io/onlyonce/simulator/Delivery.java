package io.onlyonce.simulator;

import java.util.List;

/**
 * What became of a notice. Immutable.
 *
 * @param notice what was delivered
 * @param attempts all that were made, in order; none if the endpoint was disabled before
 * @param end how it came to an end
 */
public record Delivery(Notice notice, List<Attempt> attempts, End end) {
    public Delivery {
        attempts = List.copyOf(attempts);
    }

    /** How a delivery came to an end. */
    public enum End {
        /** The merchant acknowledged it. */
        ACCEPTED,
        /** No attempt was acknowledged, and none is left. */
        GIVEN_UP,
        /** The endpoint is disabled. */
        ENDPOINT_DISABLED
    }

    /** Whether the merchant acknowledged it. */
    public boolean accepted() {
        return end == End.ACCEPTED;
    }

    /** How each attempt ended, in order. */
    public List<Outcome> outcomes() {
        return attempts.stream().map(Attempt::outcome).toList();
    }
}
