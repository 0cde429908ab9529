package io.onlyonce.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.http.Sent.Answer;
import io.onlyonce.record.IdempotencyRecord;
import io.onlyonce.record.RecordState;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@EnumSource(Container.class)
class EndingTest {
    @Parameter
    Container container;

    private final Web web = new Web();

    @AfterEach
    void stop() {
        web.close();
    }

    private void problem(HttpServletResponse response, int status) throws IOException {
        response.setStatus(status);
        response.setContentType("application/problem+json");
        response.getWriter().print("{\"code\":\"run-" + web.ledger.runs() + "\"}");
    }

    @ParameterizedTest
    @ValueSource(ints = {402, 404, 409, 412, 422})
    @DisplayName("B-09 a declared refusal is the same for every retry, and has no effect")
    void declared(int status) {
        web.endpoint("POST /pay", StatusPolicy.remembering(402, 404, 409, 412, 422), (request, response) -> {
                    web.ledger.add("pay");
                    problem(response, status);
                })
                .start(container);

        Answer first = web.post("/pay").key("k").go();
        Answer second = web.post("/pay").key("k").go();

        assertThat(first.status()).isEqualTo(status);
        assertThat(first.code()).isEqualTo("run-1");
        assertThat(second.replayed()).isTrue();
        assertThat(second.bytes()).isEqualTo(first.bytes());
        assertThat(second.lasting()).isEqualTo(first.lasting());
        assertThat(web.store.records()).extracting(IdempotencyRecord::state).containsExactly(RecordState.REFUSED);
        web.mustHold(0, 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 409, 413, 429, 500, 502, 503})
    @DisplayName("B-09 any other failure is rolled back and forgotten: the retry runs afresh, corrected or not")
    void forgotten(int status) {
        web.endpoint("POST /pay", StatusPolicy.remembering(402), (request, response) -> {
                    int run = web.ledger.add("pay");
                    if (run < 3) {
                        problem(response, status);
                    }
                })
                .start(container);

        Answer first = web.post("/pay").key("k").json("{\"code\":\"wrong\"}").go();
        Answer second = web.post("/pay").key("k").json("{\"code\":\"wrong\"}").go();
        assertThat(first.status()).isEqualTo(status);
        assertThat(first.code()).isEqualTo("run-1");
        assertThat(second.code()).isEqualTo("run-2");
        web.mustHold(0, 0);

        Answer third = web.post("/pay").key("k").json("{\"code\":\"right\"}").go();
        assertThat(third.status()).isEqualTo(200);
        assertThat(web.post("/pay").key("k").json("{\"code\":\"right\"}").go().replayed())
                .isTrue();
        web.mustHold(1, 1);
    }

    @Test
    @DisplayName("B-08 B-09 an exception comes out as the container's own 500, everything is rolled back")
    void exceptions() {
        AtomicInteger runs = new AtomicInteger();
        web.endpoint("POST /pay", (request, response) -> {
                    web.ledger.add("pay");
                    response.getWriter().print("half");
                    response.flushBuffer();
                    switch (runs.incrementAndGet()) {
                        case 1 -> throw new IllegalStateException("planted");
                        case 2 -> throw new ServletException("planted");
                        case 3 -> throw new IOException("planted");
                        case 4 -> throw new AssertionError("planted");
                        default -> response.getWriter().print(" whole");
                    }
                })
                .start(container);

        for (int i = 0; i < 4; i++) {
            Answer answer = web.post("/pay").key("k").go();
            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.body()).doesNotContain("half");
        }
        web.mustHold(0, 0);
        assertThat(web.post("/pay").key("k").go().body()).isEqualTo("half whole");
        assertThat(web.post("/pay").key("k").go().replayed()).isTrue();
        web.mustHold(1, 1);
    }

    @Test
    @DisplayName("B-08 sendError of a status that is not remembered: the container's page, nothing kept")
    void sendErrorForgotten() {
        web.endpoint("POST /pay", (request, response) -> {
                    web.ledger.add("pay");
                    response.setHeader("X-Why", "gone");
                    response.getWriter().print("dropped");
                    response.sendError(404, "planted text");
                })
                .servlet("/plain", (request, response) -> {
                    response.setHeader("X-Why", "gone");
                    response.sendError(404, "planted text");
                })
                .start(container);

        Answer plain = web.post("/plain").go();
        for (int i = 0; i < 2; i++) {
            Answer answer = web.post("/pay").key("k").go();
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.replayed()).isFalse();
            assertThat(answer.body().replace("/pay", "/plain").replaceAll(":[0-9]+/", ""))
                    .isEqualTo(plain.body().replaceAll(":[0-9]+/", ""));
            assertThat(answer.header("Content-Type")).isEqualTo(plain.header("Content-Type"));
            assertThat(answer.header("X-Why")).isEqualTo(plain.header("X-Why"));
        }
        assertThat(web.ledger.runs()).isEqualTo(2);
        web.mustHold(0, 0);
    }

    @Test
    @DisplayName("B-08 sendError of a status that is remembered: one problem document, first and later")
    void sendErrorRemembered() {
        web.endpoint("POST /pay", StatusPolicy.remembering(404, 409), (request, response) -> {
                    web.ledger.add("pay");
                    response.setContentType("text/html;charset=UTF-16");
                    response.getWriter().print("dropped");
                    response.sendError(409, "internal text");
                    response.setStatus(200);
                    response.setHeader("X-Late", "1");
                    response.getWriter().print("ignored");
                })
                .start(container);

        Answer first = web.post("/pay").key("k").go();
        Answer second = web.post("/pay").key("k").go();

        assertThat(first.status()).isEqualTo(409);
        assertThat(first.code()).isEqualTo("status-409");
        assertThat(first.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(first.header("X-Late")).isNull();
        assertThat(first.body()).doesNotContain("dropped").doesNotContain("internal text");
        assertThat(second.replayed()).isTrue();
        assertThat(second.bytes()).isEqualTo(first.bytes());
        assertThat(second.lasting()).isEqualTo(first.lasting());
        web.mustHold(0, 1);
    }

    @Test
    @DisplayName("B-08 50 MB reach the first caller; a retry is told that it is done, and nothing runs again")
    void large() {
        byte[] block = new byte[1 << 20];
        java.util.Arrays.fill(block, (byte) 'x');
        web.endpoint("POST /export", (request, response) -> {
                    web.ledger.add("export");
                    response.setContentType("text/csv");
                    for (int i = 0; i < 50; i++) {
                        response.getOutputStream().write(block);
                        response.flushBuffer();
                    }
                })
                .start(container);

        Answer first = web.post("/export").key("k").go();
        Answer second = web.post("/export").key("k").go();

        assertThat(first.status()).isEqualTo(200);
        assertThat(first.bytes()).hasSize(50 << 20);
        assertThat(first.header("Content-Length")).isEqualTo(Integer.toString(50 << 20));
        assertThat(second.status()).isEqualTo(409);
        assertThat(second.code()).isEqualTo("result-unavailable");
        web.mustHold(1, 1);
        assertThat(web.store.records()).extracting(IdempotencyRecord::state).containsExactly(RecordState.COMPLETED);
    }

    @Test
    @DisplayName(
            "B-08 what would need another thread or protocol is refused with the endpoint's name, and leaves nothing")
    void async() {
        List<String> texts = new CopyOnWriteArrayList<>();
        web.endpoint("POST /async", (request, response) -> {
                    web.ledger.add("async");
                    assertThat(request.isAsyncSupported()).isFalse();
                    assertThat(request.isAsyncStarted()).isFalse();
                    Runnable[] attempts = {
                        request::getAsyncContext,
                        () -> request.startAsync(request, response),
                        () -> response.setTrailerFields(java.util.Map::of)
                    };
                    for (Runnable attempt : attempts) {
                        try {
                            attempt.run();
                        } catch (IllegalStateException e) {
                            texts.add(e.getMessage());
                        }
                    }
                    try {
                        request.getInputStream().setReadListener(null);
                    } catch (IllegalStateException e) {
                        texts.add(e.getMessage());
                    }
                    try {
                        response.getOutputStream().setWriteListener(null);
                    } catch (IllegalStateException e) {
                        texts.add(e.getMessage());
                    }
                    try {
                        request.upgrade(null);
                    } catch (IllegalStateException e) {
                        texts.add(e.getMessage());
                    }
                    request.startAsync();
                })
                .start(container);

        assertThat(web.post("/async").key("k").go().status()).isEqualTo(500);

        assertThat(texts).hasSize(6).allMatch(line -> line.contains("POST /async"));
        web.mustHold(0, 0);
    }

    @Test
    @DisplayName("B-08 a forward and an include inside the work belong to the work")
    void dispatches() {
        web.alsoDispatched(jakarta.servlet.DispatcherType.FORWARD)
                .alsoDispatched(jakarta.servlet.DispatcherType.INCLUDE)
                .alsoDispatched(jakarta.servlet.DispatcherType.ERROR)
                .endpoint("POST /outer", (request, response) -> {
                    web.ledger.add("outer");
                    request.getRequestDispatcher("/inner?x=1").forward(request, response);
                })
                .endpoint("POST /inner", (request, response) -> {
                    web.ledger.add("inner");
                    response.getWriter().print("inner " + request.getParameter("x") + request.getParameter("a"));
                })
                .endpoint("POST /including", (request, response) -> {
                    web.ledger.add("including");
                    response.getWriter().print("before ");
                    request.getRequestDispatcher("/inner?x=2").include(request, response);
                    response.getWriter().print(" behind");
                })
                .start(container);

        assertThat(web.post("/outer").key("k").form("a=5").go().body()).isEqualTo("inner 15");
        assertThat(web.post("/outer").key("k").form("a=5").go().body()).isEqualTo("inner 15");
        assertThat(web.post("/including").key("k").form("a=5").go().body()).isEqualTo("before inner 25 behind");
        assertThat(web.post("/including").key("k").form("a=5").go().replayed()).isTrue();
        web.mustHold(4, 2);
    }
}
