package io.onlyonce;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * What a request asked for, as a digest: tells an honest retry from a key that was reused for another payload.
 *
 * <p>A fingerprint is one byte of algorithm version and a SHA-256 over length-framed parts. Two fingerprints of different versions cannot be
 * compared, so a record that an older release wrote never turns an honest retry into a refusal. Immutable and thread-safe.
 */
public final class Fingerprint {
    /** The version that this release writes. */
    public static final byte CURRENT_VERSION = 1;

    private static final int LENGTH = 33;
    private final byte[] bytes;

    private Fingerprint(byte[] bytes) {
        this.bytes = bytes;
    }

    /** A fingerprint as a store kept it. */
    public static Fingerprint ofBytes(byte[] stored) {
        if (stored.length != LENGTH) {
            throw new IllegalArgumentException("A stored fingerprint has " + LENGTH + " bytes, this one has "
                    + stored.length + ". The column was cut or written by something else.");
        }
        return new Fingerprint(stored.clone());
    }

    /** The fingerprint of some texts, in this order. */
    public static Fingerprint of(String... parts) {
        Hasher hasher = hasher();
        for (String part : parts) {
            hasher.add(part);
        }
        return hasher.finish();
    }

    /** Starts a fingerprint whose parts are added one by one. */
    public static Hasher hasher() {
        return new Hasher(sha256());
    }

    /** The version byte and the digest; a fresh copy. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** Whether the two can be compared and differ: the key was reused for another payload. */
    public boolean contradicts(Fingerprint other) {
        return bytes[0] == other.bytes[0] && !MessageDigest.isEqual(bytes, other.bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Fingerprint that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256; this one does not.", e);
        }
    }

    /**
     * Hashes length-framed parts: each part is preceded by its length, so that no two sequences of parts share a digest. Not thread-safe; one per
     * fingerprint.
     */
    public static final class Hasher {
        private final MessageDigest digest;

        private Hasher(MessageDigest digest) {
            this.digest = digest;
        }

        /** Adds a text, as UTF-8. */
        public Hasher add(String part) {
            return add(part.getBytes(StandardCharsets.UTF_8));
        }

        /** Adds raw bytes. */
        public Hasher add(byte[] part) {
            addLength(part.length);
            digest.update(part);
            return this;
        }

        /** The fingerprint of everything added so far; ends this hasher. */
        public Fingerprint finish() {
            byte[] bytes = new byte[LENGTH];
            bytes[0] = CURRENT_VERSION;
            System.arraycopy(digest.digest(), 0, bytes, 1, LENGTH - 1);
            return new Fingerprint(bytes);
        }

        private void addLength(int length) {
            for (int shift = 24; shift >= 0; shift -= 8) {
                digest.update((byte) (length >>> shift));
            }
        }
    }
}
