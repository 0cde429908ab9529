package io.onlyonce.http;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What a handler reads back of its own request and answer is what the container would tell it. */
@ParameterizedClass
@EnumSource(Container.class)
class ReadBackTest {
    @Parameter
    Container container;

    private final Web web = new Web();
    private final BlockingQueue<List<String>> runs = new LinkedBlockingQueue<>();
    private List<String> seen = new ArrayList<>();

    @AfterEach
    void stop() {
        web.close();
    }

    /** A client may have its answer before the handler is through; what was seen is handed over when it is. */
    private Web.Handler seeing(Web.Handler handler) {
        return (request, response) -> {
            seen = new ArrayList<>();
            handler.handle(request, response);
            runs.add(seen);
        };
    }

    private List<String> nextRun() throws InterruptedException {
        return Objects.requireNonNull(runs.poll(30, TimeUnit.SECONDS));
    }

    private void see(Object what) {
        seen.add(String.valueOf(what));
    }

    private void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        see(response.isCommitted());
        see(response.getStatus());
        see(response.getContentType());
        see(response.containsHeader("X-Early"));
        response.setStatus(202);
        response.addHeader("X-Early", "second");
        see(response.getHeaders("X-Early"));
        see(response.getHeader("x-early"));
        response.setHeader("X-Early", "only");
        see(response.getHeaders("X-Early"));
        response.setHeader("X-Early", null);
        see(response.getHeader("X-Early"));
        see(response.containsHeader("X-Early"));
        response.addHeader("X-Own", null);
        response.addHeader("X-Own", "a");
        response.addHeader("x-own", "b");
        response.setHeader(null, "x");
        see(response.getHeaders("X-OWN"));
        see(response.getHeader("X-Absent"));
        response.addCookie(new Cookie("c", "v"));
        see(response.containsHeader("Set-Cookie"));
        readType(response);
        TreeSet<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        names.addAll(response.getHeaderNames());
        names.removeIf(name -> !name.matches("(?i)x-.*|content-type"));
        see(names);
        response.getWriter().print("é");
        see(response.getStatus());
        try {
            response.getOutputStream();
        } catch (IllegalStateException e) {
            see("one or the other");
        }
        response.resetBuffer();
        response.setBufferSize(64);
        see(response.getBufferSize() > 0);
        response.sendRedirect("/x", false);
        see(response.isCommitted());
        response.setStatus(500);
        response.setContentType("a/b");
        response.setCharacterEncoding("UTF-16");
        response.addCookie(new Cookie("late", "1"));
        see(response.getStatus());
        for (Runnable late : new Runnable[] {
            response::reset, response::resetBuffer, () -> sendError(response), () -> redirect(response)
        }) {
            try {
                late.run();
                see("done");
            } catch (IllegalStateException e) {
                see("too late");
            }
        }
    }

    private void readType(HttpServletResponse response) {
        response.setHeader("content-type", "text/plain");
        if (container == Container.JETTY) { // which has two types where a second one was added
            return;
        }
        see(response.getContentType());
        response.setCharacterEncoding(StandardCharsets.UTF_8);
        see(response.getCharacterEncoding().toLowerCase(java.util.Locale.ROOT));
        see(response.getContentType().toLowerCase(java.util.Locale.ROOT).replace(" ", ""));
        response.addHeader("Content-Type", "text/html");
        see(response.getHeader("Content-Type")
                .toLowerCase(java.util.Locale.ROOT)
                .replace(" ", ""));
        see(response.getHeaders("Content-Type").size());
    }

    private static void sendError(HttpServletResponse response) {
        try {
            response.sendError(404);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void redirect(HttpServletResponse response) {
        try {
            response.sendRedirect("/y", 303, true);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @DisplayName("B-08 a handler reads back what it wrote, and its answer has one end")
    void ownAnswer() throws InterruptedException {
        web.filterBefore((request, response, chain) -> {
                    ((HttpServletResponse) response).addHeader("X-Early", "first");
                    chain.doFilter(request, response);
                })
                .endpoint("POST /answer", seeing(this::answer))
                .servlet("/plain", seeing(this::answer))
                .start(container);

        Sent.Answer plain = web.post("/plain").go();
        List<String> expected = nextRun();
        Sent.Answer answer = web.post("/answer").key("k").go();
        List<String> actual = nextRun();

        assertThat(actual.subList(0, actual.size() - 4)).isEqualTo(expected.subList(0, expected.size() - 4));
        assertThat(actual.subList(actual.size() - 4, actual.size())).containsOnly("too late");
        assertThat(answer.status()).isEqualTo(plain.status()).isEqualTo(302);
        assertThat(answer.header("Location")).isEqualTo("/x");
        assertThat(answer.header("X-Early")).isNull();
        assertThat(answer.header("Set-Cookie")).startsWith("c=v").doesNotContain("late");
        web.mustHold(0, 1);
    }

    @Test
    @DisplayName("B-05 the body is a stream like the container's")
    void ownRequest() throws InterruptedException {
        Web.Handler handler = (request, response) -> {
            ServletInputStream stream = request.getInputStream();
            see(stream == request.getInputStream());
            see(stream.isReady());
            see(stream.isFinished());
            see(stream.read());
            see(stream.available() > 0);
            byte[] line = new byte[10];
            see(stream.readLine(line, 0, 10));
            see(stream.read(new byte[10], 2, 8));
            see(stream.read());
            see(stream.read(new byte[1]));
            see(stream.isFinished());
            stream.close();
            try {
                request.getReader();
            } catch (IllegalStateException e) {
                see("one or the other");
            }
            see(request.getParameter("q"));
            see(request.getContentLength());
        };
        web.endpoint("POST /body", seeing(handler))
                .servlet("/plain", seeing(handler))
                .start(container);

        web.post("/plain?q=1")
                .body("text/plain", "ab\ncdef".getBytes(StandardCharsets.UTF_8))
                .go();
        List<String> expected = nextRun();
        web.post("/body?q=1")
                .key("k")
                .body("text/plain", "ab\ncdef".getBytes(StandardCharsets.UTF_8))
                .go();

        assertThat(nextRun()).isEqualTo(expected).hasSizeGreaterThan(10);
        web.mustHold(0, 1);
    }

    @Test
    @DisplayName("B-05 a part tells of itself what the container's does")
    void ownParts() throws InterruptedException {
        web.uploads("POST /upload", seeing((request, response) -> {
                    Part part = request.getPart("f");
                    see(part.getContentType());
                    see(part.getHeader("X-Part"));
                    see(part.getHeaders("X-Part"));
                    see(part.getHeaderNames().size());
                    try {
                        part.write("relative");
                        see("written");
                    } catch (IOException e) {
                        see(e);
                    }
                }))
                .start(container);

        String body = String.join(
                "\r\n",
                "--b",
                "Content-Disposition: form-data; name=\"f\"; filename=\"f\"",
                "Content-Type: a/b",
                "X-Part: 7",
                "",
                "x",
                "--b--",
                "");
        web.post("/upload")
                .key("k")
                .body("multipart/form-data; boundary=b", body.getBytes(StandardCharsets.UTF_8))
                .go();

        assertThat(nextRun()).containsExactly("a/b", "7", "[7]", "3", "written");
        web.mustHold(0, 1);
    }

    @Test
    @DisplayName("B-02 the principal is the scope; who has none is refused")
    void principal() {
        ScopeResolver scopes = ScopeResolver.principal();
        List<String> names = new ArrayList<>();
        web.servlet("/who", (request, response) -> {
                    HttpServletRequest named = new jakarta.servlet.http.HttpServletRequestWrapper(request) {
                        @Override
                        public Principal getUserPrincipal() {
                            return () -> "tenant/alice";
                        }
                    };
                    names.add(scopes.scopeOf(named).text());
                    try {
                        scopes.scopeOf(request);
                    } catch (AnonymousCallerException e) {
                        names.add(e.code() + e.challenge().isPresent());
                    }
                })
                .start(container);

        web.post("/who").go();

        assertThat(names).containsExactly("tenant%2Falice", "authentication-requiredfalse");
        web.mustHold(0, 0);
    }
}
