package io.onlyonce.broken.right;

import io.onlyonce.ResultCodec;
import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Json;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;

/** Keeps answers as JSON. */
final class AnswerCodec implements ResultCodec<Answer> {
    @Override
    public byte[] encode(Answer answer) {
        String location = answer.location();
        return Json.object(
                        "status", answer.status(), "location", location == null ? "" : location, "body", answer.body())
                .getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Answer decode(byte[] stored) {
        JsonNode answer = Json.read(new String(stored, StandardCharsets.UTF_8));
        String location = answer.get("location").stringValue();
        return Answer.of(
                answer.get("status").intValue(),
                location.isEmpty() ? null : location,
                answer.get("body").stringValue());
    }
}
