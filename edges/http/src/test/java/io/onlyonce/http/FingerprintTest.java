package io.onlyonce.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.http.Sent.Answer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@EnumSource(Container.class)
class FingerprintTest {
    @Parameter
    Container container;

    private final Web web = new Web();

    @BeforeEach
    void start() {
        ProtectedEndpoint signed = ProtectedEndpoint.of(
                        io.onlyonce.OnlyOnce.transactional(web.store, web.transactions),
                        "POST /signed",
                        StatusPolicy.SUCCESS_ONLY)
                .ignoring(VolatileFields.of("/sentAt", "/auth/nonce"));
        web.endpoint("POST /pay", (request, response) -> response.getWriter().print(web.ledger.add("pay")))
                .endpoint(signed, (request, response) -> response.getWriter().print(web.ledger.add("signed")))
                .start(container);
    }

    @AfterEach
    void stop() {
        web.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\":1,\"b\":2}      | { \"b\" : 2,\t\"a\" : 1 }",
                "{\"n\":\"\\u00e9\"}     | {\"n\":\"é\"}",
                "{\"a\":1.0e1}          | {\"a\":10}",
                "[1,[2,{\"x\":null}]]   | [ 1, [ 2, { \"x\" : null } ] ]"
            })
    @DisplayName("B-04 JSON that means the same is the same request")
    void same(String first, String second) {
        Answer one = web.post("/pay").key("k").json(first).go();
        Answer two = web.post("/pay").key("k").json(second).go();

        assertThat(two.replayed()).isTrue();
        assertThat(two.bytes()).isEqualTo(one.bytes());
        web.mustHold(1, 1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\":\"10\"}              | {\"a\":10}",
                "[1,2]                       | [2,1]",
                "{\"a\":9007199254740993}    | {\"a\":9007199254740992}",
                "{\"a\":1.10}                | {\"a\":1.11}",
                "{\"a\":null}                | {}",
                "{\"a\":{\"b\":1}}           | {\"a.b\":1}",
                "{\"a\":\"\"}                | {\"a\":\"\\u0000\"}",
                "[]                          | {}"
            })
    @DisplayName("B-04 JSON that means something else is a reused key, and the first record stays")
    void different(String first, String second) {
        Answer one = web.post("/pay").key("k").json(first).go();
        Answer two = web.post("/pay").key("k").json(second).go();

        assertThat(two.status()).isEqualTo(422);
        assertThat(two.code()).isEqualTo("idempotency-key-reused");
        assertThat(web.post("/pay").key("k").json(first).go().bytes()).isEqualTo(one.bytes());
        web.mustHold(1, 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1,\"a\":2}",
                "{\"a\":1",
                "{'a':1}",
                "{\"a\":NaN}",
                "{\"a\":1} x",
                "nul",
                "{\"a\":\"\u0000\"}",
                "  "
            })
    @DisplayName("B-04 JSON that cannot be read is refused with line and column, and leaves no record")
    void unreadable(String body) {
        Answer answer = web.post("/pay").key("k").json(body).go();

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("malformed-json");
        assertThat(answer.body()).contains("line 1").contains("column");
        assertThat(web.post("/pay").key("k").json("{\"a\":1}").go().status()).isEqualTo(200);
        web.mustHold(1, 1);
    }

    @Test
    @DisplayName("B-04 deep nesting and invalid UTF-8 are refused, not suffered")
    void hostile() {
        Answer deep = web.post("/pay").key("k").json("[".repeat(100_000)).go();
        Answer closed = web.post("/pay")
                .key("k")
                .json("[".repeat(10_000) + "]".repeat(10_000))
                .go();
        Answer bytes = web.post("/pay")
                .key("k")
                .body("application/json", new byte[] {'"', (byte) 0xC3, '(', '"'})
                .go();

        assertThat(deep.code()).isEqualTo("malformed-json");
        assertThat(closed.code()).isEqualTo("malformed-json");
        assertThat(bytes.code()).isEqualTo("malformed-json");
        assertThat(web.store.claims()).isZero();
        web.mustHold(0, 0);
    }

    @Test
    @DisplayName(
            "B-04 the order of form fields and query parameters does not count, the order of one name's values does")
    void forms() {
        Answer first =
                web.post("/pay?x=1&y=2").key("k").form("a=1&b=%C3%A9+2&a=3").go();
        Answer sorted =
                web.post("/pay?y=2&x=1").key("k").form("b=%c3%a9%202&a=1&a=3").go();
        Answer swapped =
                web.post("/pay?x=1&y=2").key("k").form("a=3&b=%C3%A9+2&a=1").go();
        Answer query =
                web.post("/pay?x=1&y=3").key("k").form("a=1&b=%C3%A9+2&a=3").go();
        Answer moved =
                web.post("/pay?x=1&y=2&a=1").key("k").form("b=%C3%A9+2&a=3").go();

        assertThat(sorted.replayed()).isTrue();
        assertThat(sorted.bytes()).isEqualTo(first.bytes());
        assertThat(swapped.code()).isEqualTo("idempotency-key-reused");
        assertThat(query.code()).isEqualTo("idempotency-key-reused");
        assertThat(moved.code()).isEqualTo("idempotency-key-reused");
        assertThat(web.post("/pay").key("k2").form("a=%zz").go().code()).isEqualTo("malformed-form");
        web.mustHold(1, 1);
    }

    @Test
    @DisplayName("B-04 other bodies are compared byte by byte, with their type")
    void bytes() {
        byte[] body = {0, 1, (byte) 0xFF, 10};
        assertThat(web.post("/pay")
                        .key("k")
                        .body("application/octet-stream", body)
                        .go()
                        .status())
                .isEqualTo(200);
        assertThat(web.post("/pay")
                        .key("k")
                        .body("application/octet-stream", body)
                        .go()
                        .replayed())
                .isTrue();
        assertThat(web.post("/pay").key("k").body("application/pdf", body).go().status())
                .isEqualTo(422);
        assertThat(web.post("/pay")
                        .key("k")
                        .body("text/plain;charset=utf-8", body)
                        .go()
                        .status())
                .isEqualTo(422);
        body[0] = 7;
        assertThat(web.post("/pay")
                        .key("k")
                        .body("application/octet-stream", body)
                        .go()
                        .status())
                .isEqualTo(422);
        assertThat(web.post("/pay").key("k").go().status()).isEqualTo(422);
        web.mustHold(1, 1);
    }

    @Test
    @DisplayName("B-04 blanks, case and packing of the media type do not count, its other parameters do")
    void mediaType() {
        byte[] body = "{\"a\":\"é\"}".getBytes(StandardCharsets.UTF_8);
        byte[] latin = "{\"a\":\"é\"}".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(web.post("/pay").key("k").body("application/json", body).go().status())
                .isEqualTo(200);
        for (String type : new String[] {"Application/JSON", "application/json ; charset=UTF-8", "application/json;"}) {
            assertThat(web.post("/pay").key("k").body(type, body).go().replayed())
                    .as(type)
                    .isTrue();
        }
        assertThat(web.post("/pay")
                        .key("k")
                        .body("application/json;charset=iso-8859-1", latin)
                        .go()
                        .replayed())
                .isTrue();
        assertThat(web.post("/pay")
                        .key("k")
                        .body("application/json;v=2", body)
                        .go()
                        .status())
                .isEqualTo(422);
        assertThat(web.post("/pay")
                        .key("k")
                        .body("application/vnd.x+json", body)
                        .go()
                        .status())
                .isEqualTo(422);
        Answer unknown = web.post("/pay")
                .key("k9")
                .body("application/json;charset=no", body)
                .go();
        assertThat(unknown.status()).isBetween(400, 500); // Jetty itself fails on such a request
        web.mustHold(1, 1);
    }

    @Test
    @DisplayName("B-04 packed JSON is compared as the bytes it is")
    void packed() {
        byte[] body = {31, (byte) 139, 8, 0, 1, 2};
        assertThat(web.post("/pay")
                        .key("k")
                        .header("Content-Encoding", "gzip")
                        .body("application/json", body)
                        .go()
                        .status())
                .isEqualTo(200);
        assertThat(web.post("/pay")
                        .key("k")
                        .header("Content-Encoding", "gzip")
                        .body("application/json", body)
                        .go()
                        .replayed())
                .isTrue();
        web.mustHold(1, 1);
    }

    @Test
    @DisplayName("B-04 volatile fields may differ, in JSON and in forms")
    void volatileFields() {
        Answer first = web.post("/signed")
                .key("k")
                .json("{\"a\":1,\"sentAt\":1,\"auth\":{\"nonce\":\"x\"}}")
                .go();
        Answer again = web.post("/signed")
                .key("k")
                .json("{\"auth\":{},\"sentAt\":\"later\",\"a\":1}")
                .go();
        Answer other = web.post("/signed")
                .key("k")
                .json("{\"a\":2,\"sentAt\":1,\"auth\":{\"nonce\":\"x\"}}")
                .go();

        assertThat(again.bytes()).isEqualTo(first.bytes());
        assertThat(again.replayed()).isTrue();
        assertThat(other.status()).isEqualTo(422);
        assertThat(web.post("/signed").key("f").form("a=1&sentAt=1").go().replayed())
                .isFalse();
        assertThat(web.post("/signed").key("f").form("a=1&sentAt=2").go().replayed())
                .isTrue();
        web.mustHold(2, 2);
    }
}
