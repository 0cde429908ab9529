package io.onlyonce.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.record.Fence;
import io.onlyonce.record.FoundRecord.Standing;
import io.onlyonce.record.RecordKey;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Who gets into the console, and with what")
class ConsoleAccessTest {
    private static ConsoleApp app;

    @BeforeAll
    static void open() {
        app = ConsoleApp.start("onlyonce.console.enabled=true");
    }

    @AfterAll
    static void close() {
        app.close();
    }

    private static Client as(Map<String, String> who) {
        return new Client(app.address(), who);
    }

    private static RecordKey key() {
        return new RecordKey("user:7", "pay", UUID.randomUUID().toString());
    }

    @Test
    @DisplayName("Without the role there is nothing but a plain 403, whatever is asked for")
    void nobody() throws Exception {
        for (String path : List.of(
                "/onlyonce",
                "/onlyonce/search",
                "/onlyonce/records/" + UUID.randomUUID(),
                "/onlyonce/assets/console.css",
                "/onlyonce/records/" + UUID.randomUUID() + "/release?fence=1")) {
            HttpResponse<String> answer = as(Client.NOBODY).get(path);
            assertThat(answer.statusCode()).as(path).isEqualTo(403);
            assertThat(answer.body()).contains("role ONLYONCE").doesNotContain("<form");
        }
    }

    @Test
    @DisplayName("Whoever may only look gets no button, and 403 for the deed")
    void reader() throws Exception {
        RecordKey key = key();
        Fence fence = app.records.abandoned(key);
        String page = "/onlyonce/records/" + key.id().toUuid();
        assertThat(as(Client.READER).get(page).body()).contains("You may look").doesNotContain("/release");
        assertThat(as(Client.READER)
                        .get(page + "/release?fence=" + fence.number())
                        .statusCode())
                .isEqualTo(403);
        HttpResponse<String> form = as(Client.READER).get("/onlyonce/search");
        HttpResponse<String> answer = as(Client.READER)
                .post(
                        page + "/release",
                        Client.cookie(form),
                        Map.of("fence", "" + fence.number(), "form-token", Client.token(form)));
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("role ONLYONCE_ADMIN");
        assertThat(app.records.find(key.id()).orElseThrow().standing()).isEqualTo(Standing.ABANDONED);
    }

    @Test
    @DisplayName("A form with a wrong token, with none, or without its cookie is refused, and nothing is done")
    void forged() throws Exception {
        RecordKey key = key();
        String fence = "" + app.records.abandoned(key).number();
        String path = "/onlyonce/records/" + key.id().toUuid() + "/release";
        HttpResponse<String> form = as(Client.ADMIN).get(path + "?fence=" + fence);
        String cookie = Client.cookie(form);
        assertThat(cookie).isEqualTo("onlyonce-form=" + Client.token(form));
        Map<String, String> right = Map.of("fence", fence, "form-token", Client.token(form));
        assertThat(as(Client.ADMIN)
                        .post(path, cookie, Map.of("fence", fence, "form-token", "0".repeat(32)))
                        .statusCode())
                .isEqualTo(403);
        assertThat(as(Client.ADMIN).post(path, cookie, Map.of("fence", fence)).statusCode())
                .isEqualTo(403);
        assertThat(as(Client.ADMIN).post(path, "other=1", right).statusCode()).isEqualTo(403);
        assertThat(as(Client.ADMIN)
                        .post(path, "onlyonce-form=", Map.of("fence", fence, "form-token", ""))
                        .statusCode())
                .isEqualTo(403);
        assertThat(app.records.find(key.id()).orElseThrow().standing()).isEqualTo(Standing.ABANDONED);
        assertThat(as(Client.ADMIN).post(path, cookie, right).statusCode()).isEqualTo(200);
        assertThat(app.records.find(key.id())).isEmpty();
    }

    @Test
    @DisplayName("The form's cookie is out of reach of scripts and of other sites")
    void cookie() throws Exception {
        String cookie = as(Client.READER)
                .get("/onlyonce")
                .headers()
                .firstValue("Set-Cookie")
                .orElseThrow();
        assertThat(cookie).contains("Path=/onlyonce", "HttpOnly", "SameSite=Strict");
    }

    @Test
    @DisplayName("Every answer tells the browser to run the console's own files only, and to keep no copy")
    void headers() throws Exception {
        for (String path :
                List.of("/onlyonce", "/onlyonce/search", "/onlyonce/assets/htmx.js", "/onlyonce/records/x")) {
            HttpResponse<String> answer = as(Client.READER).get(path);
            assertThat(answer.headers().firstValue("Content-Security-Policy").orElse(""))
                    .as(path)
                    .startsWith("default-src 'self'")
                    .doesNotContain("unsafe");
            assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
            assertThat(answer.headers().firstValue("Referrer-Policy")).hasValue("same-origin");
            assertThat(answer.headers().firstValue("Cache-Control")).hasValue("no-store");
        }
    }

    @Test
    @DisplayName("The files that pages load are served, and no others")
    void assets() throws Exception {
        for (String file : List.of("console.css", "uplot.css")) {
            HttpResponse<String> answer = as(Client.READER).get("/onlyonce/assets/" + file);
            assertThat(answer.statusCode()).as(file).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("text/css");
        }
        for (String file : List.of("console.js", "htmx.js", "uplot.js")) {
            HttpResponse<String> answer = as(Client.READER).get("/onlyonce/assets/" + file);
            assertThat(answer.headers().firstValue("Content-Type").orElse(""))
                    .as(file)
                    .startsWith("text/javascript");
            assertThat(answer.body()).isNotBlank();
        }
        assertThat(as(Client.READER).get("/onlyonce/assets/icon.svg").statusCode())
                .isEqualTo(200);
        assertThat(as(Client.READER).get("/onlyonce/assets/pom.xml").statusCode())
                .isEqualTo(404);
        assertThat(as(Client.READER)
                        .get("/onlyonce/assets/..%2Ftexts.properties")
                        .statusCode())
                .isBetween(400, 404);
    }

    @Test
    @DisplayName("Without its property nothing of the console is there")
    void off() throws Exception {
        try (ConsoleApp without = ConsoleApp.start()) {
            assertThat(new Client(without.address(), Client.ADMIN)
                            .get("/onlyonce")
                            .statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    @DisplayName("Unprotected, and somewhere else: everybody may do everything there")
    void unprotected() throws Exception {
        try (ConsoleApp open = ConsoleApp.start(
                "onlyonce.console.enabled=true",
                "onlyonce.console.unprotected=true",
                "onlyonce.console.path=/ops/once",
                "server.servlet.context-path=/app")) {
            RecordKey key = key();
            String path = "/app/ops/once/records/" + key.id().toUuid() + "/confirm";
            String fence = "" + open.records.abandoned(key).number();
            Client anybody = new Client(open.address(), Client.NOBODY);
            HttpResponse<String> form = anybody.get(path + "?fence=" + fence);
            HttpResponse<String> answer =
                    anybody.post(path, Client.cookie(form), Map.of("fence", fence, "form-token", Client.token(form)));
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(open.records.find(key.id()).orElseThrow().standing()).isEqualTo(Standing.COMPLETED);
            assertThat(answer.body())
                    .contains("href=\"/app/ops/once/records/" + key.id().toUuid());
        }
    }
}
