package io.onlyonce.messaging;

import io.onlyonce.IdempotencyKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The key that a message's id becomes: itself where it fits the grammar, else its digest, which says so. Never a part of it. */
final class MessageKey {
    private static final String HASHED = "sha256:";

    private MessageKey() {}

    static IdempotencyKey of(String id) {
        boolean fits = id.length() <= IdempotencyKey.MAX_LENGTH && id.chars().allMatch(c -> c >= 0x21 && c <= 0x7E);
        // an id that looks like a digest is hashed as well, so that it is no other id's
        return new IdempotencyKey(fits && !id.startsWith(HASHED) ? id : HASHED + digest(id));
    }

    private static String digest(String id) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(id.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256; this one does not.", e);
        }
    }
}
