package io.onlyonce.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Container.class)
class RoutesTest {
    @Parameter
    Container container;

    private final Web web = new Web();

    @AfterEach
    void stop() {
        web.close();
    }

    @Test
    @DisplayName("B-02 no way of writing a path leads around the protection")
    void spellings() {
        web.endpoint("POST /a/{id}/refunds", (request, response) -> web.ledger.add("refund"))
                .start(container);

        String[] spellings = {
            "/a/1/refunds",
            "/a/1/refunds/",
            "/a/%31/refunds",
            "/a/1;x=1/refunds",
            "/a/1/re%66unds",
            "/a/./1/refunds",
            "/a/b/../1/refunds"
        };
        for (String spelling : spellings) {
            int status = web.post(spelling).go().status();
            assertThat(status).as(spelling).isEqualTo(400); // no key
        }
        assertThat(web.ledger.runs()).isZero();
        assertThat(web.post("/a/1/refunds").key("k").go().status()).isEqualTo(200);
        assertThat(web.post("/a/%31/refunds/").key("k").go().replayed()).isTrue();
        assertThat(web.post("/a/2/refunds").key("k").go().status()).isEqualTo(422);
        web.mustHold(1, 1);
    }

    @Test
    @DisplayName("a fixed segment beats a variable, and each route has keys of its own")
    void precedence() {
        web.endpoint("POST /x/{id}", (request, response) -> {
                    web.ledger.add(request.getPathInfo());
                    response.getWriter().print(request.getPathInfo());
                })
                .endpoint("POST /x/special/{id}", (request, response) -> web.ledger.add("unused"))
                .start(container);

        assertThat(web.post("/x/1").key("k").go().status()).isEqualTo(200);
        assertThat(web.post("/x/1").key("k").go().replayed()).isTrue();
        assertThat(web.post("/x/special/1").key("k").go().replayed()).isFalse();
        web.mustHold(2, 2);
    }
}
