package io.onlyonce.shop.harness;

import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a client got. */
public record Answer(
        int status,
        String type,
        @Nullable String location,
        boolean replayed,
        int retryAfter,
        String etag,
        String formToken,
        String body) {
    private static final JsonMapper JSON = new JsonMapper();

    static Answer of(HttpResponse<String> response) {
        return new Answer(
                response.statusCode(),
                response.headers().firstValue("Content-Type").orElse(""),
                response.headers().firstValue("Location").orElse(null),
                response.headers().firstValue("Idempotent-Replayed").orElse("").equals("true"),
                response.headers()
                        .firstValue("Retry-After")
                        .map(Integer::valueOf)
                        .orElse(0),
                response.headers().firstValue("ETag").orElse(""),
                response.headers().firstValue("X-Form-Token").orElse(""),
                response.body());
    }

    /** What a replay must repeat: everything but the mark that says that it is one. */
    public Answer withoutMark() {
        return new Answer(status, type, location, false, 0, etag, formToken, body);
    }

    /** The body, read as JSON. */
    public JsonNode json() {
        return JSON.readTree(body);
    }

    /** A text member of the body. */
    public String text(String member) {
        return json().path(member).asString();
    }
}
