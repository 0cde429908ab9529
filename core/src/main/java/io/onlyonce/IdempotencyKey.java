package io.onlyonce;

import io.onlyonce.error.InvalidKeyException;

/**
 * The value by which a client marks all attempts at one operation as the same request.
 *
 * <p>A key has 1 to 255 printable ASCII characters (0x21 to 0x7E: no blank, no control character), so that it means the same bytes on every
 * database, broker and log. Immutable and thread-safe.
 *
 * @param value the key itself, without quotes
 */
public record IdempotencyKey(String value) {
    /** The greatest number of characters that a key may have. */
    public static final int MAX_LENGTH = 255;

    private static final char FIRST = '!';
    private static final char LAST = '~';

    /**
     * @throws InvalidKeyException if the value is empty, too long or holds a character outside the grammar
     */
    public IdempotencyKey {
        if (!isUsable(value)) {
            throw InvalidKeyException.ofValue(value);
        }
    }

    private static boolean isUsable(String value) {
        if (value.isEmpty() || value.length() > MAX_LENGTH) {
            return false;
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < FIRST || c > LAST) {
                return false;
            }
        }
        return true;
    }

    /**
     * Reads a key as it stands in an {@code Idempotency-Key} HTTP header: bare ({@code abc}), as every deployed API sends it, or as a
     * structured-field string ({@code "abc"}, RFC 9651 §3.3.3), as draft-ietf-httpapi-idempotency-key-header-07 asks. Both are the same key.
     *
     * @throws InvalidKeyException if the header is neither
     */
    public static IdempotencyKey ofHeader(String header) {
        String text = header.strip();
        return new IdempotencyKey(text.startsWith("\"") ? unquote(text) : text);
    }

    private static String unquote(String text) {
        StringBuilder value = new StringBuilder(text.length());
        int last = text.length() - 1;
        for (int i = 1; i < last; i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                c = i + 1 < last ? text.charAt(++i) : 0;
                if (c != '"' && c != '\\') {
                    throw InvalidKeyException.ofQuoting(text);
                }
            } else if (c == '"') {
                throw InvalidKeyException.ofQuoting(text);
            }
            value.append(c);
        }
        if (last < 1 || text.charAt(last) != '"') {
            throw InvalidKeyException.ofQuoting(text);
        }
        return value.toString();
    }

    @Override
    public String toString() {
        return value;
    }
}
