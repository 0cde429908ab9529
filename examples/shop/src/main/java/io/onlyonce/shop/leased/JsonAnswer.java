package io.onlyonce.shop.leased;

import io.onlyonce.http.RecordedResponse;
import io.onlyonce.http.RecordedResponse.Header;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** Makes a handler's answer again, from what a resolver has found out. */
public final class JsonAnswer {
    private JsonAnswer() {}

    /** What the handler answers when it returns this body. */
    public static RecordedResponse of(JsonMapper json, int status, Object body) {
        return new RecordedResponse(
                status,
                List.of(new Header("Content-Type", List.of("application/json"), true)),
                json.writeValueAsBytes(body));
    }
}
