package io.onlyonce.callback.standard;

import io.onlyonce.callback.provider.Hmac;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;

/** A secret of {@code v1}: HMAC-SHA256. Unlike Stripe's, which begins alike, it is Base64 behind its prefix. */
final class SharedSecret implements WebhookKey {
    static final String PREFIX = "whsec_";
    /** New ones have 24 to 64 bytes; this is what is safe. */
    static final int MIN_BYTES = 16;

    static final String RULE = PREFIX + " and the Base64 of at least " + MIN_BYTES + " random bytes";

    private final Hmac hmac;

    SharedSecret(byte[] secret) {
        this.hmac = new Hmac(secret);
    }

    @Override
    public boolean hasSigned(String prefix, byte[] body, String[] signatures) {
        // compared as text: a text has one spelling, while several Base64 texts stand for the same bytes
        byte[] right = ascii("v1," + Base64.getEncoder().encodeToString(hmac.of(prefix, body)));
        boolean found = false;
        for (String signature : signatures) {
            found |= MessageDigest.isEqual(right, ascii(signature));
        }
        return found;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
