package io.onlyonce.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.http.Sent.Answer;
import io.onlyonce.http.Web.Handler;
import jakarta.servlet.http.Cookie;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The first answer is what the container would have sent without protection; the second is the same without what belongs to one exchange. */
@ParameterizedClass
@EnumSource(Container.class)
class ReplayTest {
    @Parameter
    Container container;

    private final Web web = new Web();

    @AfterEach
    void stop() {
        web.close();
    }

    private static Map<String, Handler> handlers() {
        Map<String, Handler> handlers = new LinkedHashMap<>();
        handlers.put("created", (request, response) -> {
            response.setStatus(201);
            response.setHeader("Location", "/orders/1");
            response.setHeader("ETag", "\"1\"");
            response.setContentType("application/json");
            response.getOutputStream().write("{\"id\":1,\"name\":\"é\"}".getBytes(StandardCharsets.UTF_8));
        });
        handlers.put("nocontent", (request, response) -> response.setStatus(204));
        handlers.put("empty", (request, response) -> response.setStatus(200));
        handlers.put("latin", (request, response) -> {
            response.setContentType("text/plain;charset=ISO-8859-15");
            response.getWriter().print("Preis: 5 €");
        });
        handlers.put("utf16", (request, response) -> {
            response.setContentType("text/plain");
            response.setCharacterEncoding("UTF-16BE");
            response.getWriter().print("grün 😀");
        });
        handlers.put("charsetlater", (request, response) -> {
            response.setContentType("text/html; charset=utf-8");
            response.getWriter().print("é");
            response.setCharacterEncoding("ISO-8859-1");
            response.setContentType("text/plain;charset=ISO-8859-1");
            response.getWriter().print("€");
        });
        handlers.put("defaultcharset", (request, response) -> {
            response.setContentType("text/plain");
            response.getWriter().print("é€");
        });
        handlers.put("notype", (request, response) -> response.getWriter().print("bare"));
        handlers.put("boundary", (request, response) -> {
            response.setHeader("Content-Type", "multipart/mixed; boundary=\"a;b\"");
            response.getOutputStream().print("x");
        });
        handlers.put("binary", (request, response) -> {
            byte[] bytes = new byte[256];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) i;
            }
            response.setContentType("application/octet-stream");
            response.setContentLength(bytes.length);
            response.getOutputStream().write(bytes);
        });
        handlers.put("several", (request, response) -> {
            response.addHeader("Link", "<a>; rel=next");
            response.addHeader("link", "<b>; rel=prev");
            response.setHeader("Cache-Control", "no-store");
            response.addHeader("Cache-Control", "private");
            response.setDateHeader(
                    "Last-Modified", Instant.parse("2024-02-03T04:05:06Z").toEpochMilli());
            response.setIntHeader("X-Int", 7);
            response.addIntHeader("X-Int", 8);
            response.addDateHeader("X-Date", 0);
            response.setHeader("X-Gone", "x");
            response.setHeader("X-Gone", null);
        });
        handlers.put("cookie", (request, response) -> {
            response.addCookie(new Cookie("session", "secret"));
            response.addHeader("Set-Cookie", "other=secret2");
            response.setHeader("X-Request-Id", "1");
            response.getWriter().print("ok");
        });
        handlers.put("redirect", (request, response) -> {
            response.getWriter().print("dropped");
            response.sendRedirect("/orders/7");
        });
        handlers.put("seeother", (request, response) -> {
            response.sendRedirect("/orders/7", 303);
            response.getWriter().print("ignored");
        });
        handlers.put("flushed", (request, response) -> {
            response.setContentType("text/plain");
            response.getWriter().print("one ");
            response.flushBuffer();
            response.getWriter().print("two");
            response.getWriter().flush();
            response.getWriter().close();
            response.getWriter().print(" three");
        });
        handlers.put("resetbuffer", (request, response) -> {
            response.setHeader("X-Kept", "1");
            response.getWriter().print("wrong");
            response.resetBuffer();
            response.getWriter().print("right");
        });
        handlers.put("reset", (request, response) -> {
            response.setStatus(202);
            response.setHeader("ETag", "\"gone\"");
            response.setContentType("text/plain;charset=UTF-8");
            response.getWriter().print("wrong");
            response.reset();
            response.setContentType("application/json");
            response.getOutputStream().print("{}");
        });
        handlers.put("locale", (request, response) -> {
            response.setContentType("text/plain");
            response.setLocale(Locale.JAPANESE);
            response.getWriter().print("日本 é");
        });
        handlers.put("chunkedbyhand", (request, response) -> {
            response.setStatus(200);
            response.getOutputStream().print("framed by the container");
        });
        return handlers;
    }

    @Test
    @DisplayName("B-06 the first answer is unharmed, and each replay is the same answer")
    void sameAnswer() {
        Map<String, Handler> handlers = handlers();
        handlers.forEach((name, handler) -> {
            web.servlet("/plain/" + name, handler);
            web.endpoint("POST /" + name, handler);
        });
        web.filterBefore((request, response, chain) -> {
                    ((jakarta.servlet.http.HttpServletResponse) response).setHeader("X-Early", "filter");
                    ((jakarta.servlet.http.HttpServletResponse) response).setHeader("Cache-Control", "max-age=1");
                    chain.doFilter(request, response);
                })
                .start(container);

        for (String name : handlers.keySet()) {
            Answer plain = web.post("/plain/" + name).go();
            Answer first = web.post("/" + name).key("k").go();
            Answer second = web.post("/" + name).key("k").go();

            assertThat(first.status()).as(name).isEqualTo(plain.status()).isLessThan(400);
            assertThat(first.bytes()).as(name).isEqualTo(plain.bytes());
            assertThat(unframed(first)).as(name).isEqualTo(unframed(plain));
            assertThat(first.replayed()).as(name).isFalse();
            assertThat(second.replayed()).as(name).isTrue();
            assertThat(second.status()).as(name).isEqualTo(first.status());
            assertThat(second.bytes()).as(name).isEqualTo(first.bytes());
            assertThat(second.header("Content-Length")).as(name).isEqualTo(first.header("Content-Length"));
            Map<String, java.util.List<String>> lasting = new TreeMap<>(first.lasting());
            lasting.keySet().removeIf(h -> h.matches("(?i)set-cookie|expires|x-request-id|x-int|x-date|x-kept"));
            lasting.put("x-early", java.util.List.of("filter")); // an earlier filter's, in each exchange anew
            assertThat(second.lasting()).as(name).isEqualTo(lasting);
        }
        web.mustHold(0, handlers.size());
    }

    /** A container may send short answers in chunks or with a length; here there always is a length. */
    private static Map<String, java.util.List<String>> unframed(Answer answer) {
        Map<String, java.util.List<String>> headers = answer.lasting();
        headers.keySet().removeIf(h -> h.matches("(?i)content-length|transfer-encoding"));
        return headers;
    }

    @Test
    @DisplayName("B-06 the length is right, and a 204 or 304 has no body even if its handler wrote one")
    void lengths() {
        web.endpoint("POST /wrong", (request, response) -> {
                    response.setContentLength(3);
                    response.setHeader("Transfer-Encoding", "chunked");
                    response.setHeader("content-length", "99");
                    response.getOutputStream().print("five!");
                })
                .endpoint("POST /none", (request, response) -> {
                    response.setStatus(204);
                    response.getOutputStream().print("never");
                })
                .start(container);

        for (int i = 0; i < 2; i++) {
            Answer answer = web.post("/wrong").key("k").go();
            assertThat(answer.header("Content-Length")).isEqualTo("5");
            assertThat(answer.header("Transfer-Encoding")).isNull();
            assertThat(answer.body()).isEqualTo("five!");
            Answer none = web.post("/none").key("k").go();
            assertThat(none.status()).isEqualTo(204);
            assertThat(none.bytes()).isEmpty();
        }
        web.mustHold(0, 2);
    }

    @Test
    @DisplayName("B-06 a header that is declared is replayed too; one that belongs to an exchange cannot be declared")
    void moreHeaders() {
        web.settings(s -> s.withReplayedHeaders(ReplayedHeaders.defaults().and("X-Order")))
                .endpoint("POST /orders", (request, response) -> {
                    response.setHeader("X-Order", "7");
                    response.setHeader("X-Trace", "abc");
                })
                .start(container);

        web.post("/orders").key("k").go();
        Answer replay = web.post("/orders").key("k").go();

        assertThat(replay.header("X-Order")).isEqualTo("7");
        assertThat(replay.header("X-Trace")).isNull();
        web.mustHold(0, 1);
    }
}
