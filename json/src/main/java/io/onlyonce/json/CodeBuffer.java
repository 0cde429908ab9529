package io.onlyonce.json;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Collects the code of one value: a letter for its kind, then its content. A code of up to {@value #SHORT} bytes is kept as it is, so that ordinary
 * members cost no hash of their own; a longer one becomes {@code #} and its SHA-256, so that a value of any size takes 33 bytes in its parent.
 * Reusable, one value at a time.
 */
final class CodeBuffer {
    static final int SHORT = 64;

    private final byte[] bytes = new byte[256];
    private int length;
    private boolean overflowed;
    private @Nullable MessageDigest sha256;

    CodeBuffer start(char kind) {
        length = 0;
        overflowed = false;
        return put(kind);
    }

    CodeBuffer put(int oneByte) {
        if (length == bytes.length) {
            overflow();
        }
        bytes[length++] = (byte) oneByte;
        return this;
    }

    /** A code preceded by its length: codes are short, so one byte holds it. */
    CodeBuffer putFramed(byte[] code) {
        put(code.length);
        if (length + code.length > bytes.length) {
            overflow();
        }
        System.arraycopy(code, 0, bytes, length, code.length);
        length += code.length;
        return this;
    }

    CodeBuffer putAscii(CharSequence text) {
        for (int i = 0; i < text.length(); i++) {
            put(text.charAt(i));
        }
        return this;
    }

    /**
     * Adds characters as UTF-8.
     *
     * @return false if they hold half of a surrogate pair; the code is then worthless
     */
    boolean putText(char[] chars, int from, int to) {
        for (int i = putAsciiRun(chars, from, to); i < to; i = putAsciiRun(chars, i + 1, to)) {
            char c = chars[i];
            if (c < 0x800) {
                put(0xC0 | c >>> 6).putContinuation(c);
            } else if (!Character.isSurrogate(c)) {
                put(0xE0 | c >>> 12).putContinuation(c >>> 6).putContinuation(c);
            } else if (i + 1 < to && Character.isSurrogatePair(c, chars[i + 1])) {
                int point = Character.toCodePoint(c, chars[++i]);
                put(0xF0 | point >>> 18).putContinuation(point >>> 12);
                putContinuation(point >>> 6).putContinuation(point);
            } else {
                return false;
            }
        }
        return true;
    }

    /** Adds characters up to the first that is no ASCII, and says where that stands. */
    private int putAsciiRun(char[] chars, int from, int to) {
        int i = from;
        while (i < to && chars[i] < 0x80) {
            if (length == bytes.length) {
                overflow();
            }
            int fill = length;
            for (int end = Math.min(to, i + bytes.length - fill); i < end && chars[i] < 0x80; i++) {
                bytes[fill++] = (byte) chars[i];
            }
            length = fill;
        }
        return i;
    }

    private CodeBuffer putContinuation(int lowSixBits) {
        return put(0x80 | (lowSixBits & 0x3F));
    }

    byte[] finish() {
        if (!overflowed && length <= SHORT) {
            return Arrays.copyOf(bytes, length);
        }
        MessageDigest digest = digest();
        digest.update(bytes, 0, length);
        byte[] code = new byte[33];
        code[0] = '#';
        System.arraycopy(digest.digest(), 0, code, 1, 32);
        return code;
    }

    private void overflow() {
        digest().update(bytes, 0, length);
        overflowed = true;
        length = 0;
    }

    private MessageDigest digest() {
        if (sha256 == null) {
            try {
                sha256 = MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(JsonTexts.NO_SHA256, e);
            }
        }
        return sha256;
    }
}
