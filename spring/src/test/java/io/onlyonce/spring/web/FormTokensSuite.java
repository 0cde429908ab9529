package io.onlyonce.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.spring.support.Client.Answer;
import io.onlyonce.spring.support.Client.Sending;
import io.onlyonce.spring.support.WebApp;
import io.onlyonce.testkit.Herd;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tokens over HTTP, wherever they are kept. */
abstract class FormTokensSuite {
    static final String CREATE = "{\"purpose\":\"create-order\"}";

    private final WebApp app;
    private final String no = "form " + UUID.randomUUID();

    FormTokensSuite(WebApp app) {
        this.app = app;
    }

    @AfterEach
    void atMostOneEffect() {
        assertThat(effects(no)).as("effects").isLessThanOrEqualTo(1);
    }

    final long effects(String name) {
        return app.database().effects(name);
    }

    final String no() {
        return no;
    }

    final Answer ask(@Nullable String user, String json) {
        Sending request = app.client().post("/onlyonce/tokens").json(json);
        return (user == null ? request : request.header("X-User", user)).send();
    }

    final String issued(String json) {
        Answer answer = ask("ann", json);
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return JsonMapper.shared().readTree(answer.body()).get("token").asString();
    }

    final String issued() {
        return issued(CREATE);
    }

    final Answer order(String token, String trouble) {
        return orderOf("ann", no, trouble).header("X-Form-Token", token).send();
    }

    final Answer order(String token) {
        return order(token, "");
    }

    private Sending orderOf(String user, String name, String trouble) {
        return app.client()
                .post("/orders")
                .header("X-User", user)
                .form("no=" + name.replace(' ', '+') + "&trouble=" + trouble);
    }

    static void assertProblem(Answer answer, int status, String code) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        JsonNode body = JsonMapper.shared().readTree(answer.body());
        assertThat(body.get("code").asString()).isEqualTo(code);
        assertThat(body.get("type").asString()).isEqualTo("/problems/" + code);
    }

    @Test
    @DisplayName("B-13 the endpoint: 201, the token, its purpose and expiry, kept by nobody on the way")
    void endpoint() {
        Answer answer = ask("ann", CREATE);
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        JsonNode body = JsonMapper.shared().readTree(answer.body());
        assertThat(body.propertyNames()).containsExactlyInAnyOrder("token", "purpose", "expiresAt");
        assertThat(body.get("token").asString()).matches("[A-Za-z0-9_-]{43}");
        assertThat(body.get("purpose").asString()).isEqualTo("create-order");
        assertThat(Duration.between(
                        Instant.now(), Instant.parse(body.get("expiresAt").asString())))
                .isBetween(Duration.ofMinutes(9), Duration.ofMinutes(11));
        JsonNode other = JsonMapper.shared()
                .readTree(ask("ann", "{\"purpose\":\"cancel-order\",\"target\":\"7\"}")
                        .body());
        assertThat(Duration.between(
                        Instant.now(), Instant.parse(other.get("expiresAt").asString())))
                .isGreaterThan(Duration.ofMinutes(50));
    }

    @Test
    @DisplayName("B-13 a purpose that is not named, none, and a target that is none: 400; nobody is asking: 401")
    void endpointRefuses() {
        for (String wrong : List.of(
                "{\"purpose\":\"delete-everything\"}",
                "{}",
                "{\"purpose\":null}",
                "{\"purpose\":\"create-order\",\"target\":\"\"}",
                "{\"purpose\":\"create-order\",\"target\":\"" + "x".repeat(513) + "\"}")) {
            assertProblem(ask("ann", wrong), 400, "token-request-invalid");
        }
        assertThat(ask("ann", "no JSON").status()).isEqualTo(400);
        assertProblem(ask(null, CREATE), 401, "authentication-required");
    }

    @Test
    @DisplayName("B-11 50 rounds of 10 presses at once: one order each, and everybody gets its answer")
    void herd() {
        for (int round = 0; round < 50; round++) {
            String name = "herd " + UUID.randomUUID();
            String token = issued();
            assertThat(Herd.of(10)
                            .runAll(member -> orderOf("ann", name, "")
                                    .header("X-Form-Token", token)
                                    .send()))
                    .allSatisfy(answer -> {
                        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
                        assertThat(answer.body()).isEqualTo("order " + name);
                    });
            assertThat(effects(name)).as("round %d", round).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("B-13 a token in the header, in the field, or the same in both is good; two different ones are none")
    void places() {
        String token = issued();
        String other = issued();
        Answer both = app.client()
                .post("/orders")
                .header("X-User", "ann")
                .header("X-Form-Token", token)
                .form("_token=" + other + "&no=" + no.replace(' ', '+'))
                .send();
        assertProblem(both, 403, "token-invalid");
        assertThat(effects(no)).isZero();
        Answer field = app.client()
                .post("/orders")
                .header("X-User", "ann")
                .form("_token=" + token + "&no=" + no.replace(' ', '+'))
                .send();
        assertThat(field.status()).as(field.body()).isEqualTo(200);
        assertThat(order(token).body()).isEqualTo(field.body());
        assertThat(effects(no)).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "B-13 unknown, malformed, none, somebody else's, for another purpose or target: one answer, nothing used up")
    void foreign() {
        String token = issued();
        List<Answer> refused = List.of(
                order("x".repeat(43)),
                order("nonsense!"),
                orderOf("ann", no, "").send(),
                orderOf("bob", no, "").header("X-Form-Token", token).send(),
                order(issued("{\"purpose\":\"cancel-order\"}")),
                order(issued("{\"purpose\":\"create-order\",\"target\":\"7\"}")));
        for (Answer answer : refused) {
            assertProblem(answer, 403, "token-invalid");
            assertThat(answer.body()).isEqualTo(refused.get(0).body());
            assertThat(answer.header("X-Form-Token")).isNull();
        }
        assertThat(effects(no)).isZero();
        assertThat(order(token).status()).isEqualTo(200);
        assertThat(effects(no)).isEqualTo(1);
    }

    @Test
    @DisplayName("a template writes the token into its hidden field, or the whole field; either places an order")
    void template() {
        String page = app.client()
                .request("GET", "/form")
                .header("X-User", "ann")
                .send()
                .body();
        List<String> tokens = Pattern.compile("<input type=\"hidden\" name=\"_token\" value=\"([A-Za-z0-9_-]{43})\">")
                .matcher(page)
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(tokens).as(page).hasSize(2).doesNotHaveDuplicates();
        for (String token : tokens) {
            String name = "form " + token;
            Answer placed =
                    orderOf("ann", name, "").header("X-Form-Token", token).send();
            assertThat(placed.status()).as(placed.body()).isEqualTo(200);
            assertThat(effects(name)).isEqualTo(1);
        }
    }
}
