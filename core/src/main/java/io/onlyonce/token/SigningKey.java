package io.onlyonce.token;

import io.onlyonce.error.ErrorTexts;
import java.util.regex.Pattern;
import javax.crypto.spec.SecretKeySpec;

/** A secret for {@link SignedTokens}, and the name by which tokens refer to it. {@link #toString()} does not show the secret. Immutable and thread-safe. */
public final class SigningKey {
    /** The least number of bytes in a secret. */
    public static final int MIN_SECRET_BYTES = 32;

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{1,16}");

    private final String id;
    private final SecretKeySpec secret;

    /**
     * @param id stands readable in each token: 1 to 16 letters, digits, dots, hyphens and underscores. Never give it to another secret
     * @param secret at least 32 bytes out of a generator of random numbers; copied
     * @throws IllegalArgumentException if the id is not usable or the secret too short
     */
    public SigningKey(String id, byte[] secret) {
        if (!ID.matcher(id).matches()) {
            throw new IllegalArgumentException(ErrorTexts.signingKeyId(id));
        }
        if (secret.length < MIN_SECRET_BYTES) {
            throw new IllegalArgumentException(ErrorTexts.signingSecret(id, secret.length, MIN_SECRET_BYTES));
        }
        this.id = id;
        this.secret = new SecretKeySpec(secret, SignedTokens.ALGORITHM);
    }

    /** The name. */
    public String id() {
        return id;
    }

    SecretKeySpec secret() {
        return secret;
    }

    @Override
    public String toString() {
        return "SigningKey[" + id + "]";
    }
}
