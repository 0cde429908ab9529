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
        if (text.isBlank()
                || text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES
                || text.codePoints()
                        .anyMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE)) {
            throw new InvalidScopeException(text);
        }
    }

    /** A scope of one or more parts, from the widest (a tenant) to the narrowest (a principal). */
    public static Scope of(String widest, String... narrower) {
        return new Scope(Stream.concat(Stream.of(widest), Arrays.stream(narrower))
                .map(part -> part.replace("%", "%25").replace("/", "%2F"))
                .collect(Collectors.joining("/")));
    }

    @Override
    public String toString() {
        return text;
    }
}
