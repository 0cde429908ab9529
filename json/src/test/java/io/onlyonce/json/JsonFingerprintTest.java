package io.onlyonce.json;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.onlyonce.Fingerprint;
import io.onlyonce.error.MisuseException;
import io.onlyonce.json.UnreadableJsonException.Reason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonFingerprintTest {
    private static final JsonFingerprint ALL = new JsonFingerprint(Set.of());

    @ParameterizedTest(name = "B-04 {0} = {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"a\":1,\"b\":[true,null]} | { \"b\" : [ true , null ] , \"a\" : 1 }",
                "\"\\u00e9\" | \"é\"",
                "\"\\ud83d\\ude00\" | \"😀\"",
                "{\"\\u0061\":\"\\/\"} | {\"a\":\"/\"}",
                "\"\\u000a\\u0022\" | \"\\n\\\"\"",
                "1.0e1 | 10",
                "1.10 | 1.1",
                "-0.0 | 0",
                "0E5 | 0",
                "1E+2 | 100",
                "100e-2 | 1",
                "0.05 | 5e-2",
                "-120.50 | -1.205e2",
                "1e000000000000000000000000000000000001 | 10",
                "12e99999999999999999999 | 1.2e100000000000000000000",
            })
    @DisplayName("B-04 JSON that means the same has one fingerprint")
    void same(String one, String other) {
        assertThat(of(one)).isEqualTo(of(other));
    }

    @ParameterizedTest(name = "B-04 {0} ≠ {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "\"10\" | 10",
                "[1,2] | [2,1]",
                "9007199254740993 | 9007199254740992",
                "0.10000000000000000001 | 0.1",
                "1.10 | 1.11",
                "1 | -1",
                "12 | 1.2",
                "1e2 | 1e-2",
                "1e999999999 | 1e999999998",
                "{\"a\":null} | {}",
                "[] | {}",
                "[null] | []",
                "\"\" | null",
                "false | null",
                "\"null\" | null",
                "\"true\" | true",
                "[[1],2] | [[1,2]]",
                "[[],[]] | [[[]]]",
                "{\"a\":{\"b\":1}} | {\"a\":1,\"b\":1}",
                "{\"a\":\"b\"} | {\"b\":\"a\"}",
                "{\"a\":1} | {\"A\":1}",
                "[\"a\",\"b\"] | [\"ab\"]",
                "\"a\" | \"a \"",
                "\"a\\u0000\" | \"a\"",
                "\"é\" | \"e\\u0301\"",
                "\"ﬀ\" | \"ff\"",
            })
    @DisplayName("B-04 JSON that means something else has another fingerprint")
    void different(String one, String other) {
        assertThat(of(one)).isNotEqualTo(of(other));
        assertThat(of(one).contradicts(of(other))).isTrue();
    }

    @ParameterizedTest(name = "B-04 {0}: {1} at {2}:{3}")
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"a\":1,\"a\":2} | DUPLICATE_MEMBER | 1 | 8",
                "{\"a\":1,\"b\":{\"x\":1,\"y\":2,\"\\u0078\":1}} | DUPLICATE_MEMBER | 1 | 25",
                "[1,] | SYNTAX | 1 | 4",
                "{\"a\":secret} | SYNTAX | 1 | 6",
                "{a:1} | SYNTAX | 1 | 2",
                "[1 /* one */] | SYNTAX | 1 | 4",
                "\"\\x\" | SYNTAX | 1 | 3",
                "{\"a\": | INCOMPLETE | 1 | 6",
                "[[1 | INCOMPLETE | 1 | 4",
                "\"abc | INCOMPLETE | 1 | 5",
                "{} x | TRAILING | 1 | 4",
                "{}{} | TRAILING | 1 | 3",
                "1 2 | TRAILING | 1 | 3",
                "[\"\\ud800\"] | LONE_SURROGATE | 1 | 2",
                "\"\\ude00\\ud83d\" | LONE_SURROGATE | 1 | 1",
                "{\"é\":1,\"\\ude00\":1} | SYNTAX | 1 | 15",
            })
    @DisplayName("B-04 A document without a single meaning is refused, with its place and without its content")
    void refused(String json, Reason reason, int line, int column) {
        UnreadableJsonException e = catchThrowableOfType(UnreadableJsonException.class, () -> of(json));
        assertThat(e).as(json).isNotNull();
        assertThat(e.reason()).isEqualTo(reason);
        assertThat(e.line() + ":" + e.column()).isEqualTo(line + ":" + column);
        assertThat(e)
                .hasMessageContaining("line " + line + ", column " + column)
                .hasNoCause();
        assertThat(e.getMessage()).doesNotContain("secret");
        assertThat(e.code()).isEqualTo("json-unreadable");
    }

    @ParameterizedTest(name = "B-04 {0}")
    @ValueSource(
            strings = {
                "+1",
                "01",
                "1.",
                ".5",
                "1e",
                "-",
                "0x10",
                "NaN",
                "-Infinity",
                "nulls",
                "True",
                "'a'",
                "a",
                "\u00a01"
            })
    @DisplayName("B-04 What other languages write is no JSON")
    void notJson(String json) {
        assertThatThrownBy(() -> of(json)).isInstanceOf(UnreadableJsonException.class);
    }

    @ParameterizedTest(name = "B-04 {0}")
    @ValueSource(strings = {"", " ", "\n\t\r "})
    @DisplayName("B-04 An empty body is no JSON document")
    void empty(String json) {
        assertReason(json.getBytes(UTF_8), Reason.EMPTY);
    }

    @ParameterizedTest(name = "B-04 bytes {0}")
    @ValueSource(
            strings = {
                "22c32822", // a lead byte without its continuation
                "22c08022", // NUL in two bytes
                "22eda08022", // an encoded surrogate
                "22f490808022", // beyond U+10FFFF
                "22ff22",
                "227822e9", // Latin-1 behind the value
                "fffe7b007d00" // UTF-16 with a byte order mark
            })
    @DisplayName("B-04 Invalid UTF-8 is refused, never repaired")
    void notUtf8(String hex) {
        assertReason(HexFormat.of().parseHex(hex), Reason.NOT_UTF8);
    }

    @Test
    @DisplayName("B-04 NUL bytes are no blanks, and UTF-16 is not guessed")
    void nul() {
        assertReason(new byte[] {0}, Reason.SYNTAX);
        assertReason("[1,\0 2]".getBytes(UTF_8), Reason.SYNTAX);
        assertReason("\"a\0b\"".getBytes(UTF_8), Reason.SYNTAX);
        assertReason("{}\0".getBytes(UTF_8), Reason.TRAILING);
        assertReason("{\"a\":1}".getBytes(UTF_16BE), Reason.SYNTAX);
    }

    @Test
    @DisplayName("A byte order mark is skipped, and places still count from the document's beginning")
    void byteOrderMark() {
        assertThat(of("\uFEFF{\"a\":1}")).isEqualTo(of("{\"a\":1}"));
        assertThatThrownBy(() -> of("\uFEFF\n[x]")).hasMessageContaining("line 2, column 2");
        assertReason("\uFEFF".getBytes(UTF_8), Reason.EMPTY);
        assertReason("\uFEFF\uFEFF1".getBytes(UTF_8), Reason.SYNTAX);
    }

    @Test
    @DisplayName("B-04 Nesting is bounded: 100 is read, 101, 200 and a million are refused")
    void depth() {
        assertThat(of("[".repeat(100) + "]".repeat(100))).isNotEqualTo(of("[".repeat(99) + "]".repeat(99)));
        assertThat(of("{\"a\":".repeat(100) + "1" + "}".repeat(100))).isNotNull();
        for (int depth : new int[] {101, 200, 1_000_000}) {
            assertReason(("[".repeat(depth) + "]".repeat(depth)).getBytes(UTF_8), Reason.TOO_DEEP);
            assertReason("{\"a\":".repeat(depth).getBytes(UTF_8), Reason.TOO_DEEP);
        }
    }

    @Test
    @Timeout(60)
    @DisplayName("B-04 Huge numbers cost what their text costs; a text over 1000 characters is refused")
    void hugeNumbers() {
        assertThat(of("1e999999999999")).isNotEqualTo(of("1e999999999998"));
        assertThat(of("1e" + "9".repeat(998))).isNotEqualTo(of("1e-" + "9".repeat(997)));
        assertThat(of("9".repeat(1000))).isNotEqualTo(of("9".repeat(999) + "8"));
        assertReason("9".repeat(1001).getBytes(UTF_8), Reason.NUMBER_TOO_LONG);
        assertReason(("[0." + "0".repeat(1_000_000) + "1]").getBytes(UTF_8), Reason.NUMBER_TOO_LONG);
        assertReason(("{\"" + "n".repeat(60_000) + "\":1}").getBytes(UTF_8), Reason.NAME_TOO_LONG);
    }

    @Test
    @DisplayName("Long strings, names, arrays and objects count to the last character")
    void longContent() {
        String text = "é".repeat(100_000);
        assertThat(of("\"" + text + "a\"")).isNotEqualTo(of("\"" + text + "b\""));
        assertThat(of("{\"" + "n".repeat(40_000) + "1\":1}")).isNotEqualTo(of("{\"" + "n".repeat(40_000) + "2\":1}"));
        String numbers = String.join(
                ",", IntStream.range(0, 10_000).mapToObj(String::valueOf).toList());
        assertThat(of("[" + numbers + ",1]")).isNotEqualTo(of("[" + numbers + ",2]"));
        assertThat(of("[" + numbers + "]")).isEqualTo(of("[ " + numbers + " ]"));
    }

    @Test
    @Timeout(60)
    @DisplayName("Many members, even with names of equal hash codes, are sorted in good time")
    void manyMembers() {
        List<String> members = new ArrayList<>();
        for (int i = 0; i < 1 << 13; i++) {
            StringBuilder name = new StringBuilder();
            for (int bit = 0; bit < 13; bit++) {
                name.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            members.add("\"" + name + "\":" + i);
        }
        Fingerprint upwards = of("{" + String.join(",", members) + "}");
        Collections.reverse(members);
        assertThat(of("{" + String.join(",", members) + "}")).isEqualTo(upwards);
    }

    @Test
    @DisplayName("The first lines of a document keep their places, with every kind of line end")
    void places() {
        assertThatThrownBy(() -> of("{\r\n \"é\": 1,\r  \"a\": 2,\n\t\"a\": 3}"))
                .hasMessageContaining("line 4, column 2");
    }

    @Test
    @DisplayName("Volatile fields are left out by JSON pointer, there or not")
    void volatileFields() {
        JsonFingerprint some = new JsonFingerprint(Set.of("/sentAt", "/a~1b/~0", "/items/*/nonce", "/items/0/id"));
        assertThat(of(some, "{\"x\":1,\"sentAt\":\"now\"}")).isEqualTo(of(some, "{\"x\":1,\"sentAt\":{\"then\":[2]}}"));
        assertThat(of(some, "{\"x\":1,\"sentAt\":\"now\"}"))
                .isEqualTo(of(some, "{\"x\":1}"))
                .isEqualTo(of("{\"x\":1}"));
        assertThat(of(some, "{\"x\":1}")).isNotEqualTo(of(some, "{\"x\":2}"));
        assertThat(of(some, "{\"x\":{\"sentAt\":1}}")).isNotEqualTo(of(some, "{\"x\":{\"sentAt\":2}}"));
        assertThat(of(some, "{\"a/b\":{\"~\":1}}")).isEqualTo(of(some, "{\"a/b\":{}}"));
        assertThat(of(some, "{\"items\":[{\"nonce\":1,\"id\":1,\"n\":1},{\"nonce\":2,\"id\":2}]}"))
                .isEqualTo(of(some, "{\"items\":[{\"nonce\":3,\"id\":3,\"n\":1},{\"id\":2}]}"))
                .isNotEqualTo(of(some, "{\"items\":[{\"n\":1},{\"id\":3}]}"));
        assertThat(of(some, "{\"items\":{\"*\":{\"nonce\":1}}}"))
                .isEqualTo(of(some, "{\"items\":{\"*\":{\"nonce\":2}}}"));
        assertThat(of(some, "{\"items\":{\"a\":{\"nonce\":1}}}"))
                .isNotEqualTo(of(some, "{\"items\":{\"a\":{\"nonce\":2}}}"));
    }

    @Test
    @DisplayName("A volatile element keeps its place, and what is left out must be readable all the same")
    void volatileElements() {
        JsonFingerprint second = new JsonFingerprint(Set.of("/1"));
        assertThat(of(second, "[1,2,3]")).isEqualTo(of(second, "[1,9,3]")).isNotEqualTo(of(second, "[1,3]"));
        assertThatThrownBy(() -> of(second, "[1,{\"a\":1,\"a\":2}]")).isInstanceOf(UnreadableJsonException.class);
        assertThatThrownBy(() -> of(new JsonFingerprint(Set.of("/a")), "{\"a\":1,\"a\":2}"))
                .isInstanceOf(UnreadableJsonException.class);
    }

    @ParameterizedTest(name = "\"{0}\"")
    @ValueSource(strings = {"", "name", "/a~2b", "/a~", "$.name"})
    @DisplayName("What is no JSON pointer to a part of the document is refused")
    void badPointers(String pointer) {
        assertThatThrownBy(() -> new JsonFingerprint(Set.of(pointer)))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("\"" + pointer + "\" names no volatile field");
    }

    @Test
    @DisplayName("A refused document leaves the hasher untouched, and JSON is told from text")
    void hasher() {
        Fingerprint.Hasher hasher = Fingerprint.hasher().add("POST");
        assertThatThrownBy(() -> ALL.add(hasher, "{".getBytes(UTF_8))).isInstanceOf(UnreadableJsonException.class);
        assertThat(hasher.finish()).isEqualTo(Fingerprint.of("POST"));
        assertThat(of("\"a\"")).isNotEqualTo(Fingerprint.of("\"a\""));
    }

    @Test
    @DisplayName("The form is frozen: another value here needs a new Fingerprint.CURRENT_VERSION")
    void frozen() {
        String json =
                "{\"id\":\"42\",\"amount\":10.50,\"tags\":[\"a\",null,true],\"note\":\"" + "long ".repeat(30) + "\"}";
        assertThat(of(json)).hasToString("01e4486429f28cef43610e5cd010b6c39e7a9589e57ee11cbca2cc88e7e712353e");
    }

    private static void assertReason(byte[] json, Reason reason) {
        UnreadableJsonException e =
                catchThrowableOfType(UnreadableJsonException.class, () -> ALL.add(Fingerprint.hasher(), json));
        assertThat(e).isNotNull();
        assertThat(e.reason()).isEqualTo(reason);
    }

    private static Fingerprint of(String json) {
        return of(ALL, json);
    }

    private static Fingerprint of(JsonFingerprint rules, String json) {
        Fingerprint.Hasher hasher = Fingerprint.hasher();
        rules.add(hasher, json.getBytes(UTF_8));
        return hasher.finish();
    }
}
