package io.onlyonce.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.http.Sent.Answer;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Container.class)
class MethodsTest {
    @Parameter
    Container container;

    private final Web web = new Web();

    @AfterEach
    void stop() {
        web.close();
    }

    @Test
    @DisplayName("B-05 a GET, a HEAD, a DELETE that somebody protects are protected like any other")
    void others() {
        web.endpoint("GET /report", (request, response) -> {
                    web.ledger.add("report");
                    response.getWriter().print("report");
                })
                .endpoint("HEAD /head", (request, response) -> {
                    web.ledger.add("head");
                    response.setHeader("ETag", "\"1\"");
                })
                .endpoint("DELETE /order", (request, response) -> {
                    web.ledger.add("delete");
                    response.setStatus(HttpServletResponse.SC_NO_CONTENT);
                })
                .endpoint("PATCH /patch", (request, response) -> {
                    web.ledger.add("patch");
                    response.getOutputStream().write(request.getInputStream().readAllBytes());
                })
                .start(container);

        for (boolean replayed : new boolean[] {false, true}) {
            Answer get = web.send("GET", "/report").key("k").go();
            assertThat(get.body()).isEqualTo("report");
            assertThat(get.replayed()).isEqualTo(replayed);
            Answer head = web.send("HEAD", "/head").key("k").go();
            assertThat(head.header("ETag")).isEqualTo("\"1\"");
            assertThat(head.replayed()).isEqualTo(replayed);
            assertThat(web.send("DELETE", "/order").key("k").go().status()).isEqualTo(204);
            Answer patch =
                    web.send("PATCH", "/patch").key("k").json("{\"a\":1}").go();
            assertThat(patch.body()).isEqualTo("{\"a\":1}");
        }
        assertThat(web.ledger.runs()).isEqualTo(4);
        web.mustHold(4, 4);
    }

    @Test
    @DisplayName("B-05 a form in another method than POST is a body, and no parameters, as the specification says")
    void putForm() {
        web.endpoint("PUT /form", (request, response) -> {
                    web.ledger.add("form");
                    response.getWriter().print(request.getParameter("a") + request.getParameter("q") + " ");
                    response.getWriter().print(request.getReader().readLine());
                })
                .start(container);

        assertThat(web.send("PUT", "/form?q=1").key("k").form("a=1").go().body())
                .isEqualTo("null1 a=1");
        assertThat(web.send("PUT", "/form?q=1").key("k").form("a=2").go().status())
                .isEqualTo(422);
        web.mustHold(1, 1);
    }
}
