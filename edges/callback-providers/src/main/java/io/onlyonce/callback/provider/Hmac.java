package io.onlyonce.callback.provider;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA256 with one secret. Immutable and thread-safe; never shows the secret. */
public final class Hmac {
    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    /**
     * @param secret at least one byte
     */
    public Hmac(byte[] secret) {
        this.key = new SecretKeySpec(secret, ALGORITHM);
    }

    /** The 32 bytes for a text in UTF-8 and what follows it as it is. */
    public byte[] of(String prefix, byte[] bytes) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(prefix.getBytes(StandardCharsets.UTF_8));
            return mac.doFinal(bytes);
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException(ProviderTexts.NO_HMAC, e);
        }
    }
}
