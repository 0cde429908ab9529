package io.onlyonce.token;

import io.onlyonce.Scope;
import io.onlyonce.error.ErrorTexts;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What a token is good for. A token that is presented with any other binding is refused, and stays good for its own. Immutable and thread-safe.
 *
 * <p>A token must not outlive what it rests on: where it shall be worth nothing after a login, a logout or a change of the password, make the session's id a
 * part of the subject, {@code Scope.of(user, session)}, and change that id there.
 *
 * @param purpose the form or operation: 1 to 200 printable ASCII characters
 * @param subject to whom it was issued
 * @param target the one thing that it may be used on, an order's number for example; null = none. At most 512 bytes of visible text
 */
public record TokenBinding(
        String purpose, Scope subject, @Nullable String target) {
    /** The greatest number of characters in a purpose. */
    public static final int MAX_PURPOSE_LENGTH = 200;
    /** The greatest number of UTF-8 bytes in a target. */
    public static final int MAX_TARGET_BYTES = 512;

    /**
     * @throws IllegalArgumentException if purpose or target is empty, too long or holds a control character
     */
    public TokenBinding {
        if (purpose.isBlank()
                || purpose.length() > MAX_PURPOSE_LENGTH
                || purpose.chars().anyMatch(c -> c < 0x20 || c > 0x7E)) {
            throw new IllegalArgumentException(ErrorTexts.tokenPurpose(purpose));
        }
        if (target != null && !isUsable(target)) {
            throw new IllegalArgumentException(ErrorTexts.tokenTarget(target));
        }
    }

    private static boolean isUsable(String target) {
        return !target.isBlank()
                && target.getBytes(StandardCharsets.UTF_8).length <= MAX_TARGET_BYTES
                && target.codePoints()
                        .noneMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE);
    }

    /** A binding without a target. */
    public static TokenBinding of(String purpose, Scope subject) {
        return new TokenBinding(purpose, subject, null);
    }

    /** The same for one target. */
    public TokenBinding on(String target) {
        return new TokenBinding(purpose, subject, target);
    }
}
