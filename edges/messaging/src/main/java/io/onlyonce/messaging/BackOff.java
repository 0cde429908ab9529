package io.onlyonce.messaging;

import java.time.Duration;

/**
 * How long to wait between tries. Immutable.
 *
 * @param first after the first failed try, at least 1 ms; doubled after each further one
 * @param greatest the longest that it becomes, at most 30 days
 */
public record BackOff(Duration first, Duration greatest) {
    private static final Duration MAX = Duration.ofDays(30);
    private static final int MAX_DOUBLINGS = 32; // of a millisecond: longer than 30 days

    /**
     * @throws IllegalArgumentException if one of them is out of its bounds
     */
    public BackOff {
        if (first.compareTo(Duration.ofMillis(1)) < 0 || first.compareTo(greatest) > 0 || greatest.compareTo(MAX) > 0) {
            throw new IllegalArgumentException(MessagingTexts.backOff(first, greatest));
        }
    }

    /** How long after this many failed tries, 1 or more, the next one is due. */
    public Duration after(int tries) {
        Duration doubled = first.multipliedBy(1L << Math.min(tries - 1, MAX_DOUBLINGS));
        return doubled.compareTo(greatest) < 0 ? doubled : greatest;
    }
}
