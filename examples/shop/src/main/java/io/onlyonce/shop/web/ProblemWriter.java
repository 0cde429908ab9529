package io.onlyonce.shop.web;

import io.onlyonce.shop.Problem;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Writes problems where no handler method is at work: in filters. */
@Component
class ProblemWriter {
    private final JsonMapper json;

    ProblemWriter(JsonMapper json) {
        this.json = json;
    }

    /** Answers with the problem. */
    void write(HttpServletRequest request, HttpServletResponse response, Problem problem) throws IOException {
        ProblemDetail body = problem.toBody();
        body.setInstance(instance(request.getRequestURI()));
        response.setStatus(problem.status());
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.getOutputStream().write(json.writeValueAsBytes(body));
    }

    /** The path as the problem's instance; the root for a path that is no URI. */
    static URI instance(String path) {
        try {
            return new URI(path);
        } catch (URISyntaxException notAUri) {
            return URI.create("/");
        }
    }
}
