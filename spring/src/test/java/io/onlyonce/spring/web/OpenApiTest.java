package io.onlyonce.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.spring.support.Client.Answer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the API description says of protected endpoints. */
class OpenApiTest {
    private static JsonNode paths;

    @BeforeAll
    static void read() {
        Answer answer = SecuredApp.get().client().request("GET", "/v3/api-docs").send();
        assertThat(answer.status()).isEqualTo(200);
        paths = JsonMapper.shared().readTree(answer.bytes()).get("paths");
    }

    @Test
    @DisplayName("the key's header is described once: required, 1 to 255 characters, how long it is remembered")
    void header() {
        for (String path : new String[] {"/api/v1/orders", "/api/v1/declares-the-header"}) {
            JsonNode parameters = paths.get(path).get("post").get("parameters");
            assertThat(parameters).as(path).hasSize(1);
            JsonNode header = parameters.get(0);
            assertThat(header.get("name").asString()).isEqualTo("Idempotency-Key");
            assertThat(header.get("in").asString()).isEqualTo("header");
            assertThat(header.get("required").asBoolean()).isTrue();
            assertThat(header.get("schema").get("minLength").asInt()).isEqualTo(1);
            assertThat(header.get("schema").get("maxLength").asInt()).isEqualTo(255);
            assertThat(header.get("description").asString()).contains("kept for 1d");
        }
    }

    @Test
    @DisplayName("400, 409, 422 and 503 are described, the handler's own answer stays")
    void answers() {
        JsonNode responses = paths.get("/api/v1/orders").get("post").get("responses");
        assertThat(responses.propertyNames())
                .contains("400", "409", "422", "503")
                .containsAnyOf("200", "201");
        assertThat(responses.get("422").get("description").asString()).contains("idempotency-key-reused");
        assertThat(responses.get("409").get("description").asString()).contains("Retry-After");
    }

    @Test
    @DisplayName("an unprotected endpoint is described as before")
    void unprotected() {
        JsonNode operation = paths.get("/api/v1/unprotected").get("post");
        assertThat(operation.has("parameters")).isFalse();
        assertThat(operation.get("responses").propertyNames()).doesNotContain("422");
    }
}
