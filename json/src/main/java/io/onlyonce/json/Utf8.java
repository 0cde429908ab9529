package io.onlyonce.json;

/** Strict UTF-8: the JSON parser itself lets overlong forms and encoded surrogates pass. */
final class Utf8 {
    /** Where the first byte stands that is not UTF-8, or -1. */
    static int firstMalformed(byte[] bytes) {
        int i = 0;
        while (i < bytes.length) {
            int length = bytes[i] >= 0 ? 1 : lengthAt(bytes, i);
            if (length == 0) {
                return i;
            }
            i += length;
        }
        return -1;
    }

    /** How many bytes the character beyond ASCII has that begins here; 0 = none does. Shortest forms only, no surrogates, up to U+10FFFF. */
    private static int lengthAt(byte[] bytes, int at) {
        int first = bytes[at] & 0xFF;
        int second = at + 1 < bytes.length ? bytes[at + 1] & 0xFF : 0;
        int length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
        int least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
        int most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
        if (length == 0 || second < least || second > most || at + length > bytes.length) {
            return 0;
        }
        for (int i = at + 2; i < at + length; i++) {
            if ((bytes[i] & 0xC0) != 0x80) {
                return 0;
            }
        }
        return length;
    }

    /** The length of a leading byte order mark: 3 or 0. */
    static int byteOrderMark(byte[] bytes) {
        boolean marked =
                bytes.length >= 3 && bytes[0] == (byte) 0xEF && bytes[1] == (byte) 0xBB && bytes[2] == (byte) 0xBF;
        return marked ? 3 : 0;
    }

    private Utf8() {}
}
