package io.onlyonce.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Writes a problem as the answer to a request. Must be thread-safe and write the same bytes for the same problem and request. */
@FunctionalInterface
public interface ProblemWriter {
    /** Writes status, headers and body. */
    void write(Problem problem, HttpServletRequest request, HttpServletResponse response) throws IOException;

    /** {@code application/problem+json}, with a {@code type} of {@code /problems/} and the code. */
    static ProblemWriter json() {
        return json("/problems/");
    }

    /**
     * {@code application/problem+json}.
     *
     * @param typeBase what stands in front of the code in {@code type}, for example {@code https://api.example.org/problems/}
     */
    static ProblemWriter json(String typeBase) {
        return new JsonProblemWriter(typeBase);
    }
}
