package io.onlyonce.lock;

import io.onlyonce.error.ErrorTexts;

/**
 * What is locked: {@code "account/4711"}. Compared byte for byte everywhere. Immutable.
 *
 * @param value 1 to 200 printable ASCII characters without blanks
 */
public record LockName(String value) {
    /** The greatest number of characters. */
    public static final int MAX_LENGTH = 200;

    /**
     * @throws IllegalArgumentException if the value is not usable
     */
    public LockName {
        if (value.isEmpty() || value.length() > MAX_LENGTH || value.chars().anyMatch(c -> c < 0x21 || c > 0x7E)) {
            throw new IllegalArgumentException(ErrorTexts.lockName(value));
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
