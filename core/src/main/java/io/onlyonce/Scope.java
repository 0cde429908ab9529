package io.onlyonce;

import io.onlyonce.error.InvalidScopeException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whose key it is: the tenant, the principal, the message source. The same key in two scopes is two requests, and neither side can see, block or
 * replay the other's.
 *
 * <p>The text of a scope is injective: parts are joined by {@code /} after {@code %} and {@code /} in them were escaped, so that no choice of
 * names makes two scopes equal. Immutable and thread-safe.
 *
 * @param text the escaped parts, joined
 */
public record Scope(String text) {
    /** The greatest number of UTF-8 bytes in a scope's text. */
    public static final int MAX_BYTES = 512;

    /**
     * @throws InvalidScopeException if the text is blank, too long or holds a control character
     */
    public Scope {
        if (text.isBlank() || isTooLong(text) || hasUnusable(text)) {
            throw new InvalidScopeException(text);
        }
    }

    private static boolean isTooLong(String text) {
        return text.length() > MAX_BYTES / 3 // else it fits, whatever its characters
                && text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES;
    }

    private static boolean hasUnusable(String text) {
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            int c = text.codePointAt(i);
            if (Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE) {
                return true;
            }
        }
        return false;
    }

    /** A scope of one or more parts, from the widest (a tenant) to the narrowest (a principal). */
    public static Scope of(String widest, String... narrower) {
        if (narrower.length == 0) {
            return new Scope(escaped(widest));
        }
        return new Scope(Stream.concat(Stream.of(widest), Arrays.stream(narrower))
                .map(Scope::escaped)
                .collect(Collectors.joining("/")));
    }

    private static String escaped(String part) {
        return part.replace("%", "%25").replace("/", "%2F");
    }

    @Override
    public String toString() {
        return text;
    }
}
