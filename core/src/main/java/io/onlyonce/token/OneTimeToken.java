package io.onlyonce.token;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The text of a one-time token. It is a secret: {@link #toString()} does not show it, and no store keeps it. Immutable and thread-safe.
 *
 * <p>Whatever a client sends can be {@linkplain #presented presented}; what nobody can have been given is {@linkplain #isWellFormed() not well formed} and
 * refused like any other token that is not valid.
 */
public final class OneTimeToken {
    /** The greatest number of characters in a token. */
    public static final int MAX_LENGTH = 512;

    private static final int RANDOM_BYTES = 32;
    private static final Pattern GRAMMAR = Pattern.compile("[A-Za-z0-9_-]{1," + MAX_LENGTH + "}");
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final OneTimeToken NONE = new OneTimeToken("");

    private final String text;

    private OneTimeToken(String text) {
        this.text = text;
    }

    /** A new token: 256 random bits, 43 characters of base64url. */
    public static OneTimeToken random() {
        return ofBytes(randomBytes(RANDOM_BYTES));
    }

    /** A token as a client sent it. Never fails: null, too long and not base64url are tokens that nobody was given. */
    public static OneTimeToken presented(@Nullable String text) {
        return text != null && GRAMMAR.matcher(text).matches() ? new OneTimeToken(text) : NONE;
    }

    /** A token that a client may send in several places, a header and a form field: where the texts differ it is none of them. */
    public static OneTimeToken presentedIn(List<String> places) {
        List<String> texts = places.stream().distinct().toList();
        return texts.size() == 1 ? presented(texts.get(0)) : NONE;
    }

    static OneTimeToken ofBytes(byte[] bytes) {
        return new OneTimeToken(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    static byte[] randomBytes(int count) {
        byte[] bytes = new byte[count];
        RANDOM.nextBytes(bytes);
        return bytes;
    }

    /** The text itself, for the client that the token is issued to and for nobody else. */
    public String text() {
        return text;
    }

    /** Whether this could be a token at all. */
    public boolean isWellFormed() {
        return !text.isEmpty();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OneTimeToken that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** Not the text. */
    @Override
    public String toString() {
        return "OneTimeToken[…]";
    }
}
