package io.onlyonce.http;

import io.onlyonce.error.OnlyOnceException;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides which failures a client is told of as problems; what is no client's business goes on to the container unchanged. */
record Refusals(FilterSettings settings) {
    private static final Logger log = LoggerFactory.getLogger(Refusals.class);

    /** The code of what the client is told; empty if it is told nothing. */
    Optional<String> codeOf(Exception failure) {
        return problemOf(failure).map(Problem::code);
    }

    Reply of(Exception failure, String endpoint, HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        Problem problem = problemOf(failure).orElse(null);
        if (problem == null) {
            throw unchanged(failure);
        }
        if (problem.status() < 500) {
            log.info("{} refused with {} {}: {}", endpoint, problem.status(), problem.code(), failure.getMessage());
        } else {
            log.warn("{} refused with {} {}", endpoint, problem.status(), problem.code(), failure);
        }
        return () -> {
            settings.problems().write(problem, request, response);
            if (failure instanceof InterruptedException) {
                response.flushBuffer(); // the channel to the client breaks on a thread that is interrupted
                Thread.currentThread().interrupt();
            }
        };
    }

    private Optional<Problem> problemOf(Exception failure) {
        if (failure instanceof OnlyOnceException error) {
            return Problem.of(error, settings.retryAfter());
        }
        return failure instanceof InterruptedException || settings.retryable().test(failure)
                ? Optional.of(Problem.of(HttpProblem.TRY_AGAIN, settings.retryAfter()))
                : Optional.empty();
    }

    private static ServletException unchanged(Exception failure) throws IOException, ServletException {
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof IOException e) {
            throw e;
        }
        return failure instanceof ServletException e ? e : new ServletException(failure);
    }
}
