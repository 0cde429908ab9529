package io.onlyonce.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Problems as JSON (RFC 9457): type, title, status, detail, instance, code. */
record JsonProblemWriter(String typeBase) implements ProblemWriter {
    private static final JsonFactory JSON = new JsonFactory();

    @Override
    public void write(Problem problem, HttpServletRequest request, HttpServletResponse response) throws IOException {
        byte[] body = document(problem, request.getRequestURI());
        response.setStatus(problem.status());
        response.setContentType("application/problem+json");
        response.setContentLength(body.length);
        if (problem.retryAfter() != null) {
            response.setHeader("Retry-After", Long.toString(Answers.wholeSeconds(problem.retryAfter())));
        }
        if (problem.challenge() != null) {
            response.setHeader("WWW-Authenticate", problem.challenge());
        }
        response.getOutputStream().write(body);
    }

    private byte[] document(Problem problem, String instance) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
            json.writeStartObject();
            json.writeStringProperty("type", typeBase + problem.code());
            json.writeStringProperty("title", problem.title());
            json.writeNumberProperty("status", problem.status());
            json.writeStringProperty("detail", problem.detail());
            json.writeStringProperty("instance", instance);
            json.writeStringProperty("code", problem.code());
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }
}
