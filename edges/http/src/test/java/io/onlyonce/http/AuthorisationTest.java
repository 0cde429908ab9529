package io.onlyonce.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.http.Sent.Answer;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Container.class)
class AuthorisationTest {
    @Parameter
    Container container;

    private final Web web = new Web();
    private final Set<String> allowed = ConcurrentHashMap.newKeySet();
    private volatile boolean limited;

    @BeforeEach
    void start() {
        web.filterBefore((request, response, chain) -> {
                    String user = ((HttpServletRequest) request).getHeader("X-User");
                    int refused = user == null ? 401 : !allowed.contains(user) ? 403 : limited ? 429 : 0;
                    if (refused == 0) {
                        chain.doFilter(request, response);
                    } else {
                        ((HttpServletResponse) response).setStatus(refused);
                        response.getWriter().print("refused");
                    }
                })
                .endpoint("POST /pay", (request, response) -> {
                    web.ledger.add("pay");
                    response.getWriter().print("secret of " + request.getHeader("X-User"));
                })
                .start(container);
        allowed.add("alice");
    }

    @AfterEach
    void stop() {
        web.close();
    }

    @Test
    @DisplayName("B-45 rights are judged on every request, replays included")
    void revoked() {
        assertThat(web.post("/pay").key("k").go().body()).isEqualTo("secret of alice");

        Answer stranger = web.post("/pay").user("bob").key("k").go();
        Answer strangersOther = web.post("/pay").user("bob").key("other").go();
        assertThat(stranger.status()).isEqualTo(403);
        assertThat(stranger.body()).isEqualTo("refused");
        assertThat(stranger.lasting()).isEqualTo(strangersOther.lasting());

        allowed.remove("alice");
        assertThat(web.post("/pay").key("k").go().status()).isEqualTo(403);
        allowed.add("alice");
        assertThat(web.post("/pay").key("k").go().replayed()).isTrue();
        web.mustHold(1, 1);
    }

    @Test
    @DisplayName("B-45 a refused attempt does not occupy the key")
    void refusedFirst() {
        assertThat(new Sent(web.port(), "POST", "/pay").key("k").go().status()).isEqualTo(401);
        limited = true;
        assertThat(web.post("/pay").key("k").go().status()).isEqualTo(429);
        limited = false;
        assertThat(web.store.claims()).isZero();

        assertThat(web.post("/pay").key("k").go().body()).isEqualTo("secret of alice");
        web.mustHold(1, 1);
    }

    @Test
    @DisplayName("B-45 two allowed callers with one key see nothing of each other")
    void scopes() {
        allowed.add("bob");
        assertThat(web.post("/pay").key("k").go().body()).isEqualTo("secret of alice");
        Answer other = web.post("/pay").user("bob").key("k").go();

        assertThat(other.replayed()).isFalse();
        assertThat(other.body()).isEqualTo("secret of bob");
        web.mustHold(2, 2);
    }
}
