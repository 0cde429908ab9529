package io.onlyonce.spring.web;

import io.onlyonce.http.RecordedResponse;
import java.util.List;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import tools.jackson.databind.json.JsonMapper;

/** Makes a handler's answer again from what the business data say, where its record is lost. Thread-safe. */
public final class Rebuilt {
    private Rebuilt() {}

    /**
     * An answer in JSON, as the handler's own message converter writes it.
     *
     * @param status that the handler answers with
     * @param body what the handler returns
     * @param json the application's mapper
     */
    public static RecordedResponse json(HttpStatusCode status, Object body, JsonMapper json) {
        return new RecordedResponse(
                status.value(),
                List.of(new RecordedResponse.Header("Content-Type", List.of(MediaType.APPLICATION_JSON_VALUE), true)),
                json.writeValueAsBytes(body));
    }
}
