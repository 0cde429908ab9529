package io.onlyonce.callback.standard;

import io.onlyonce.callback.provider.ProviderTexts;
import java.util.Base64;

/** A key that a sender may have signed with. Immutable and thread-safe. */
sealed interface WebhookKey permits SharedSecret, Ed25519Key {
    /** Whether one of these signatures is this key's, over the prefix and the body. */
    boolean hasSigned(String prefix, byte[] body, String[] signatures);

    /**
     * Reads a key by its prefix.
     *
     * @throws IllegalArgumentException if it has another one, or is malformed
     */
    static WebhookKey of(String property, String key) {
        if (key.startsWith(SharedSecret.PREFIX)) {
            return new SharedSecret(bytes(property, key.substring(SharedSecret.PREFIX.length()), SharedSecret.RULE));
        }
        if (key.startsWith(Ed25519Key.PREFIX)) {
            return Ed25519Key.of(property, bytes(property, key.substring(Ed25519Key.PREFIX.length()), Ed25519Key.RULE));
        }
        throw malformed(property, SharedSecret.RULE + ", or " + Ed25519Key.RULE);
    }

    private static byte[] bytes(String property, String base64, String rule) {
        try {
            byte[] bytes = Base64.getDecoder().decode(base64);
            if (bytes.length >= SharedSecret.MIN_BYTES) {
                return bytes;
            }
        } catch (IllegalArgumentException e) {
            // told below, without what was given
        }
        throw malformed(property, rule);
    }

    /** Says what is wrong without showing the key. */
    static IllegalArgumentException malformed(String property, String rule) {
        return new IllegalArgumentException(ProviderTexts.malformed(property, rule + "."));
    }
}
