package io.onlyonce.token;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * What a store keeps of a token: 32 bytes, SHA-256 over the length-framed token and binding.
 *
 * <p>The binding is part of it, so a foreign attempt looks for something else than the owner's token: it finds nothing, locks nothing, uses nothing up, and
 * takes as long as one for a token that never was. Immutable and thread-safe.
 */
public final class TokenHash {
    /** The number of bytes. */
    public static final int LENGTH = 32;

    private final byte[] bytes;

    private TokenHash(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The hash under which this token is kept if it was issued for this binding. */
    public static TokenHash of(OneTimeToken token, TokenBinding binding) {
        MessageDigest digest = sha256();
        add(digest, token.text());
        add(digest, binding.purpose());
        add(digest, binding.subject().text());
        add(digest, binding.target());
        return new TokenHash(digest.digest());
    }

    private static void add(MessageDigest digest, @Nullable String part) {
        digest.update(framed(part));
    }

    /** A part behind its length, so that no two sequences of parts are one; -1 = not there. */
    static byte[] framed(@Nullable String part) {
        if (part == null) {
            return ByteBuffer.allocate(4).putInt(-1).array();
        }
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(4 + bytes.length)
                .putInt(bytes.length)
                .put(bytes)
                .array();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256; this one does not.", e);
        }
    }

    /** The bytes; a fresh copy. */
    public byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TokenHash that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** 43 characters of base64url. Who knows them cannot use the token. */
    @Override
    public String toString() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
