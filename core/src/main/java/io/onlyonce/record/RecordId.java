package io.onlyonce.record;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/**
 * The 16 bytes that a record is stored under: byte-exact on every database, with no collation, padding, length limit or separator to go wrong.
 *
 * <p>They are the head of a SHA-256 over the length-framed scope, operation and key. Where the key itself is a UUIDv7 or a ULID, the first six bytes
 * are that key's timestamp instead, so that new records lie next to each other in the index. Immutable and thread-safe.
 *
 * @param toUuid the bytes as a UUID (without a version of its own)
 */
public record RecordId(UUID toUuid) {

    static RecordId of(RecordKey key) {
        RecordId digest = ofDigest(key.scope(), key.operation(), key.key());
        long time = KeyTime.of(key.key());
        return time < 0 ? digest : digest.since(time);
    }

    private static RecordId ofDigest(String... parts) {
        ByteBuffer head = ByteBuffer.wrap(digest(parts));
        return new RecordId(new UUID(head.getLong(), head.getLong()));
    }

    /** The same, but for the first six bytes, which are this time in ms. */
    private RecordId since(long millis) {
        long most = (millis << Short.SIZE) | (toUuid.getMostSignificantBits() & 0xFFFF);
        return new RecordId(new UUID(most, toUuid.getLeastSignificantBits()));
    }

    /** Another id for a part of what this one stands for: the same for the same part, and no record's own. */
    public RecordId part(String name) {
        return ofDigest(toUuid.toString(), name);
    }

    /** The 16 bytes; a fresh copy. */
    public byte[] bytes() {
        return ByteBuffer.allocate(16)
                .putLong(toUuid.getMostSignificantBits())
                .putLong(toUuid.getLeastSignificantBits())
                .array();
    }

    private static byte[] digest(String... parts) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            for (String part : parts) {
                byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
                for (int shift = 24; shift >= 0; shift -= 8) {
                    sha256.update((byte) (bytes.length >>> shift));
                }
                sha256.update(bytes);
            }
            return sha256.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256; this one does not.", e);
        }
    }

    /** Finds the 48-bit timestamp in a key that carries one. */
    private static final class KeyTime {
        private static final String CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
        private static final long NONE = -1;

        private KeyTime() {}

        /** Milliseconds, or negative where the key carries no time. */
        static long of(String key) {
            if (key.length() == 36 && key.charAt(14) == '7') {
                return ofUuidV7(key);
            }
            return key.length() == 26 ? ofUlid(key) : NONE;
        }

        private static long ofUuidV7(String key) {
            for (int i = 0; i < 36; i++) {
                boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
                if (dash ? key.charAt(i) != '-' : Character.digit(key.charAt(i), 16) < 0) {
                    return NONE;
                }
            }
            return (Long.parseLong(key, 0, 8, 16) << Short.SIZE) | Long.parseLong(key, 9, 13, 16);
        }

        private static long ofUlid(String key) {
            long millis = 0;
            for (int i = 0; i < 26; i++) {
                int digit = CROCKFORD.indexOf(Character.toUpperCase(key.charAt(i)));
                if (digit < 0 || (i == 0 && digit > 7)) {
                    return NONE;
                }
                millis = i < 10 ? millis << 5 | digit : millis;
            }
            return millis;
        }
    }
}
