package io.onlyonce.probe;

import org.jspecify.annotations.Nullable;

/**
 * An answer in a few words, for logs and searches: never its content. Immutable.
 *
 * @param code how it ended in the caller's terms, for example an HTTP status or a refusal's code; null if nothing says so
 * @param number the number that the business knows it by, for example the order's; null if it has none
 */
public record Summary(@Nullable String code, @Nullable String number) {
    /** Says nothing. */
    public static final Summary NONE = new Summary(null, null);

    /** Nothing but a code. */
    public static Summary code(String code) {
        return new Summary(code, null);
    }
}
