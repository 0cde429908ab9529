package io.onlyonce.token;

import io.onlyonce.error.ErrorTexts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The key that signs, and older ones that are still accepted. Immutable and thread-safe.
 *
 * <p>To rotate: first give every instance the new key as an older one, then make it the current one everywhere, then drop the old key once the longest lifetime
 * and leeway have passed since.
 */
public final class SigningKeys {
    private final SigningKey current;
    private final Map<String, SigningKey> all = new HashMap<>();

    /**
     * @param current signs and verifies
     * @param older only verify
     * @throws IllegalArgumentException if two keys have one id
     */
    public SigningKeys(SigningKey current, List<SigningKey> older) {
        this.current = current;
        all.put(current.id(), current);
        for (SigningKey key : older) {
            if (all.put(key.id(), key) != null) {
                throw new IllegalArgumentException(ErrorTexts.signingKeyTwice(key.id()));
            }
        }
    }

    /** One key alone. */
    public static SigningKeys of(SigningKey current) {
        return new SigningKeys(current, List.of());
    }

    SigningKey current() {
        return current;
    }

    @Nullable
    SigningKey named(String id) {
        return all.get(id);
    }
}
