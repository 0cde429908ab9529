package io.onlyonce.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.http.Sent.Answer;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Container.class)
class BodyTest {
    @Parameter
    Container container;

    private final Web web = new Web();

    @AfterEach
    void stop() {
        web.close();
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What the handler sees of the parameters, in their order. */
    private static String parameters(HttpServletRequest request) {
        StringBuilder text = new StringBuilder();
        request.getParameterMap()
                .forEach((name, values) -> text.append(name).append('=').append(Arrays.toString(values)));
        for (String name : java.util.Collections.list(request.getParameterNames())) {
            assertThat(request.getParameter(name)).isEqualTo(request.getParameterValues(name)[0]);
        }
        assertThat(request.getParameter("absent")).isNull();
        assertThat(request.getParameterValues("absent")).isNull();
        return text.toString();
    }

    private Web digesting() {
        return web.endpoint("POST /digest", (request, response) -> {
                    web.ledger.add("digest");
                    response.getWriter().print(sha256(request.getInputStream().readAllBytes()));
                })
                .start(container);
    }

    @Test
    @DisplayName("B-05 the handler reads the bytes that were sent, with length and in chunks, packed, large and empty")
    void bytes() throws IOException {
        digesting();
        byte[] random = new byte[1 << 20];
        new Random(1).nextBytes(random);
        byte[] json = "{\"text\":\"é€😀\"}".getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(json);
        }

        assertThat(web.post("/digest")
                        .key("1")
                        .body("application/json", json)
                        .go()
                        .body())
                .isEqualTo(sha256(json));
        assertThat(web.post("/digest")
                        .key("2")
                        .chunked("application/json", json)
                        .go()
                        .body())
                .isEqualTo(sha256(json));
        assertThat(web.post("/digest").key("3").body("image/png", random).go().body())
                .isEqualTo(sha256(random));
        assertThat(web.post("/digest")
                        .key("4")
                        .chunked("image/png", random)
                        .go()
                        .body())
                .isEqualTo(sha256(random));
        assertThat(web.post("/digest").key("5").go().body()).isEqualTo(sha256(new byte[0]));
        assertThat(web.post("/digest")
                        .key("6")
                        .body("application/json", new byte[0])
                        .go()
                        .body())
                .isEqualTo(sha256(new byte[0]));
        assertThat(web.post("/digest")
                        .key("7")
                        .chunked("application/json", new byte[0])
                        .go()
                        .body())
                .isEqualTo(sha256(new byte[0]));
        assertThat(web.post("/digest")
                        .key("8")
                        .header("Content-Encoding", "gzip")
                        .body("application/json", packed.toByteArray())
                        .go()
                        .body())
                .isEqualTo(sha256(packed.toByteArray()));
        web.mustHold(8, 8);
    }

    @Test
    @DisplayName("B-05 two bodies with one key are told apart, chunked or not")
    void apart() {
        digesting();
        byte[] one = "{\"a\":1}".getBytes(StandardCharsets.UTF_8);
        byte[] two = "{\"a\":2}".getBytes(StandardCharsets.UTF_8);

        assertThat(web.post("/digest")
                        .key("k")
                        .chunked("application/json", one)
                        .go()
                        .status())
                .isEqualTo(200);
        assertThat(web.post("/digest")
                        .key("k")
                        .chunked("application/json", two)
                        .go()
                        .status())
                .isEqualTo(422);
        assertThat(web.post("/digest")
                        .key("k")
                        .body("application/json", two)
                        .go()
                        .status())
                .isEqualTo(422);
        assertThat(web.post("/digest")
                        .key("k")
                        .body("application/json", one)
                        .go()
                        .replayed())
                .isTrue();
        web.mustHold(1, 1);
    }

    @Test
    @DisplayName("B-05 a body that is too large is refused before the effect, announced or not")
    void tooLarge() {
        digesting();
        byte[] large = new byte[10 << 20];

        Answer announced =
                web.post("/digest").key("k").body("image/png", large).alone().go();
        Answer chunked =
                web.post("/digest").key("k").chunked("image/png", large).alone().go();
        Answer byOne = web.post("/digest")
                .key("k")
                .body("image/png", new byte[(1 << 20) + 1])
                .alone()
                .go();

        for (Answer answer : new Answer[] {announced, chunked, byOne}) {
            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.code()).isEqualTo("payload-too-large");
        }
        assertThat(web.store.claims()).isZero();
        web.mustHold(0, 0);
    }

    @Test
    @DisplayName("B-05 form parameters arrive behind those of the query, and the bytes can be read as well")
    void form() {
        Web.Handler handler = (request, response) -> {
            response.setCharacterEncoding("UTF-8");
            response.getWriter().print(parameters(request));
        };
        web.endpoint("POST /form", handler)
                .servlet("/plain", handler)
                .endpoint(
                        "POST /stream",
                        (request, response) -> response.getOutputStream()
                                .write(request.getInputStream().readAllBytes()))
                .endpoint("POST /text", (request, response) -> {
                    response.setCharacterEncoding("UTF-8");
                    response.getWriter().print(request.getReader().readLine());
                })
                .start(container);
        String body = "b=2&a=%E2%82%AC&a=x+y&c&d=1%262&b=3";

        Answer seen =
                web.post("/form?a=0&q=1").key("1").header("X-1", "").form(body).go();
        Answer expected = web.post("/plain?a=0&q=1")
                .body("application/x-www-form-urlencoded;charset=utf-8", body.getBytes(StandardCharsets.UTF_8))
                .go();

        assertThat(seen.body())
                .contains("a=[0, €, x y]")
                .contains("b=[2, 3]")
                .contains("q=[1]")
                .contains("d=[1&2]");
        assertThat(seen.body()).isEqualTo(expected.body());
        assertThat(web.post("/stream?a=0").key("2").form(body).go().body()).isEqualTo(body);
        assertThat(web.post("/text").key("3").form(body).go().body()).isEqualTo(body);
        web.mustHold(0, 3);
    }

    @Test
    @DisplayName("B-05 a form whose parameters an earlier filter has asked for is still told apart, and still there")
    void parsedBefore() {
        web.filterBefore((request, response, chain) -> {
                    request.getParameter("_method");
                    chain.doFilter(request, response);
                })
                .endpoint("POST /form", (request, response) -> {
                    web.ledger.add("form");
                    response.getWriter().print(parameters(request));
                })
                .start(container);

        assertThat(web.post("/form?q=1").key("k").form("a=1&q=2").go().body())
                .contains("a=[1]")
                .contains("q=[1, 2]");
        assertThat(web.post("/form?q=1").key("k").form("q=2&a=1").go().replayed())
                .isTrue();
        assertThat(web.post("/form?q=1").key("k").form("a=2&q=2").go().status()).isEqualTo(422);
        assertThat(web.post("/form?q=1")
                        .key("c")
                        .chunked("application/x-www-form-urlencoded", "a=1".getBytes(StandardCharsets.UTF_8))
                        .go()
                        .status())
                .isEqualTo(200);
        web.mustHold(2, 2);
    }

    @Test
    @DisplayName("B-05 a body that an earlier filter has read up is an error, never an empty body")
    void readBefore() {
        web.filterBefore((request, response, chain) -> {
                    if (((HttpServletRequest) request).getHeader("X-Text") != null) {
                        request.getReader().read();
                    } else {
                        request.getInputStream().readAllBytes();
                    }
                    chain.doFilter(request, response);
                })
                .endpoint("POST /pay", (request, response) -> web.ledger.add("pay"))
                .start(container);

        assertThat(web.post("/pay").key("k").json("{\"a\":1}").go().status()).isEqualTo(500);
        assertThat(web.post("/pay")
                        .key("k")
                        .header("X-Text", "1")
                        .json("{\"a\":1}")
                        .go()
                        .status())
                .isEqualTo(500);
        assertThat(web.post("/pay?q=1").key("k").form("a=1").go().status()).isEqualTo(500);
        assertThat(web.post("/pay")
                        .key("k")
                        .chunked("application/json", new byte[] {'1'})
                        .go()
                        .status())
                .isEqualTo(500);
        assertThat(web.post("/pay").key("k").go().status()).isEqualTo(200); // there was nothing to read
        assertThat(web.store.claims()).isOne();
        web.mustHold(1, 1);
    }

    @Test
    @DisplayName("B-05 a handler may read the body as text, or by either way but not both")
    void reader() {
        web.endpoint("POST /text", (request, response) -> {
                    response.setCharacterEncoding("UTF-8");
                    response.getWriter().print(request.getReader().readLine());
                    try {
                        request.getInputStream();
                    } catch (IllegalStateException e) {
                        response.getWriter().print(" or " + e.getMessage().substring(0, 16));
                    }
                })
                .start(container);

        Answer answer = web.post("/text")
                .key("1")
                .body("text/plain;charset=utf-8", "grün €".getBytes(StandardCharsets.UTF_8))
                .go();

        assertThat(answer.body()).isEqualTo("grün € or getInputStream()");
        web.mustHold(0, 1);
    }
}
