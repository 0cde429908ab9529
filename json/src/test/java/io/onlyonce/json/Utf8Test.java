package io.onlyonce.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class Utf8Test {
    /** The first and last of every kind of byte that UTF-8 tells apart. */
    private static final int[] EDGES = {
        0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE,
        0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF
    };

    @Test
    @DisplayName(
            "The first malformed byte is where Java's own decoder stops: four bytes of all kinds, and what is cut off")
    void asTheDecoder() {
        int malformed = 0;
        for (int first : EDGES) {
            for (int second : EDGES) {
                for (int third : EDGES) {
                    malformed += compare(first, second, third);
                    for (int fourth : EDGES) {
                        malformed += compare(first, second, third, fourth);
                    }
                }
                malformed += compare('a', first, second);
            }
            malformed += compare(first);
        }
        assertThat(malformed).isPositive();
    }

    private static int compare(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        ByteBuffer in = ByteBuffer.wrap(bytes);
        boolean error = StandardCharsets.UTF_8
                .newDecoder()
                .decode(in, CharBuffer.allocate(bytes.length + 1), true)
                .isError();
        int expected = error ? in.position() : -1;
        if (Utf8.firstMalformed(bytes) != expected) {
            assertThat(Utf8.firstMalformed(bytes)).as(Arrays.toString(values)).isEqualTo(expected);
        }
        return error ? 1 : 0;
    }
}
