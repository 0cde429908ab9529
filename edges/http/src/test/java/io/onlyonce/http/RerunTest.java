package io.onlyonce.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.OnlyOnce;
import io.onlyonce.http.Sent.Answer;
import io.onlyonce.transaction.TransactionRunner;
import jakarta.servlet.http.Cookie;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The database gives a transaction up, and the whole handler runs again. */
@ParameterizedClass
@EnumSource(Container.class)
class RerunTest {
    @Parameter
    Container container;

    private final Web web = new Web();

    @AfterEach
    void stop() {
        web.close();
    }

    private static final class Deadlock extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** The same transactions, which know what a deadlock is. */
    private record Deadlocking(TransactionRunner transactions) implements TransactionRunner {
        @Override
        public boolean joins() {
            return transactions.joins();
        }

        @Override
        public <R extends @Nullable Object> R run(Unit<R> unit) throws Exception {
            return transactions.run(unit);
        }

        @Override
        public boolean retryable(Throwable failure) {
            return failure instanceof Deadlock;
        }
    }

    private Web deadlocking() {
        return web.engine(OnlyOnce.transactional(web.store, new Deadlocking(web.transactions)))
                .settings(s -> s.withRetryable(e -> e instanceof Deadlock));
    }

    @Test
    @DisplayName("a second run sees the body again, and nothing of the first one's answer is left")
    void again() {
        deadlocking()
                .endpoint("POST /echo", (request, response) -> {
                    int run = web.ledger.add("echo");
                    byte[] body = request.getInputStream().readAllBytes();
                    response.getOutputStream().write(body);
                    if (run == 1) {
                        response.setStatus(202);
                        response.setHeader("X-First", "1");
                        response.addCookie(new Cookie("first", "1"));
                        response.setContentType("text/plain;charset=UTF-16");
                        response.setLocale(Locale.JAPANESE);
                        response.getOutputStream().write(new byte[2 << 20]);
                        throw new Deadlock();
                    }
                })
                .endpoint("POST /form", (request, response) -> {
                    int run = web.ledger.add("form");
                    response.getWriter().print(request.getParameter("a") + run);
                    if (run == 3) {
                        throw new Deadlock();
                    }
                })
                .start(container);

        Answer answer = web.post("/echo").key("k").json("{\"a\":\"é\"}").go();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{\"a\":\"é\"}");
        assertThat(answer.headers()).doesNotContainKeys("X-First", "Set-Cookie", "Content-Type", "Content-Language");
        assertThat(web.post("/form").key("k").form("a=x").go().body()).isEqualTo("x4");
        assertThat(web.ledger.runs()).isEqualTo(4);
        web.mustHold(2, 2);
    }

    @Test
    @DisplayName("an upload can be read again, though the first run deleted its parts")
    void upload() {
        deadlocking()
                .uploads("POST /upload", (request, response) -> {
                    int run = web.ledger.add("upload");
                    byte[] content = request.getPart("f").getInputStream().readAllBytes();
                    request.getPart("f").delete();
                    if (run == 1) {
                        throw new Deadlock();
                    }
                    response.getWriter().print(content.length + request.getParameter("n"));
                })
                .start(container);

        String body = "--b\r\nContent-Disposition: form-data; name=\"n\"\r\n\r\nhi\r\n"
                + "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f\"\r\n\r\n" + "x".repeat(5000)
                + "\r\n--b--\r\n";
        Answer answer = web.post("/upload")
                .key("k")
                .body("multipart/form-data; boundary=b", body.getBytes(StandardCharsets.UTF_8))
                .go();

        assertThat(answer.body()).isEqualTo("5000hi");
        assertThat(web.ledger.runs()).isEqualTo(2);
        web.mustHold(1, 1);
    }

    @Test
    @DisplayName("deadlock after deadlock: told to try again, nothing done, and the next try is free")
    void exhausted() {
        deadlocking()
                .endpoint("POST /pay", (request, response) -> {
                    if (web.ledger.add("pay") < 4) {
                        throw new Deadlock();
                    }
                })
                .start(container);

        Answer answer = web.post("/pay").key("k").go();
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.code()).isEqualTo("try-again");
        assertThat(answer.header("Retry-After")).isEqualTo("1");
        web.mustHold(0, 0);
        assertThat(web.post("/pay").key("k").go().status()).isEqualTo(200);
        web.mustHold(1, 1);
    }
}
