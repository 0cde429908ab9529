package io.onlyonce.state;

import io.onlyonce.error.ErrorTexts;

/**
 * One happening of an event, named by whoever reported it: a notification's id, which stays the same however often it is delivered. Tells a late copy
 * of a first "failed" from a second "failed", which the state alone cannot. Immutable and thread-safe.
 *
 * @param id 1 to 200 printable ASCII characters without blanks
 */
public record Occurrence(String id) {
    /** The greatest number of characters in an id, and what the column that keeps it has to hold. */
    public static final int MAX_LENGTH = 200;

    /**
     * @throws IllegalArgumentException if the id is not usable
     */
    public Occurrence {
        if (id.isEmpty() || id.length() > MAX_LENGTH || id.chars().anyMatch(c -> c < 0x21 || c > 0x7E)) {
            throw new IllegalArgumentException(ErrorTexts.occurrence(id));
        }
    }

    @Override
    public String toString() {
        return id;
    }
}
