package io.onlyonce.record;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

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
        byte[] digest = digest(key.scope(), key.operation(), key.key());
        byte[] time = KeyTime.of(key.key());
        if (time != null) {
            System.arraycopy(time, 0, digest, 0, time.length);
        }
        ByteBuffer head = ByteBuffer.wrap(digest);
        return new RecordId(new UUID(head.getLong(), head.getLong()));
    }

    /** Another id for a part of what this one stands for: the same for the same part, and no record's own. */
    public RecordId part(String name) {
        ByteBuffer head = ByteBuffer.wrap(digest(toUuid.toString(), name));
        return new RecordId(new UUID(head.getLong(), head.getLong()));
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
                sha256.update(ByteBuffer.allocate(4).putInt(0, bytes.length));
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

        private KeyTime() {}

        static byte @Nullable [] of(String key) {
            if (key.length() == 36 && key.charAt(14) == '7') {
                return ofUuidV7(key);
            }
            return key.length() == 26 ? ofUlid(key) : null;
        }

        private static byte @Nullable [] ofUuidV7(String key) {
            for (int i = 0; i < 36; i++) {
                boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
                if (dash ? key.charAt(i) != '-' : Character.digit(key.charAt(i), 16) < 0) {
                    return null;
                }
            }
            return bytes(Long.parseLong(key.substring(0, 8) + key.substring(9, 13), 16));
        }

        private static byte @Nullable [] ofUlid(String key) {
            long millis = 0;
            for (int i = 0; i < 26; i++) {
                int digit = CROCKFORD.indexOf(Character.toUpperCase(key.charAt(i)));
                if (digit < 0 || (i == 0 && digit > 7)) {
                    return null;
                }
                millis = i < 10 ? millis << 5 | digit : millis;
            }
            return bytes(millis);
        }

        private static byte[] bytes(long millis) {
            byte[] time = new byte[6];
            for (int i = 0; i < 6; i++) {
                time[i] = (byte) (millis >>> (40 - 8 * i));
            }
            return time;
        }
    }
}
