package io.onlyonce.http;

import io.onlyonce.error.InvalidKeyException;
import io.onlyonce.error.OnlyOnceException;
import io.onlyonce.error.RequestInProgressException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One problem as it is told to a client (RFC 9457). Immutable.
 *
 * @param code the stable, machine-readable name
 * @param status the HTTP status
 * @param title what is wrong, the same text for each case
 * @param detail what happened and what to do
 * @param retryAfter when the same request makes sense again, or null
 * @param challenge the value of {@code WWW-Authenticate}, or null
 */
public record Problem(
        String code,
        int status,
        String title,
        String detail,
        @Nullable Duration retryAfter,
        @Nullable String challenge) {

    static Problem of(HttpProblem problem, @Nullable Duration retryAfter) {
        return new Problem(problem.code(), problem.status(), problem.title(), problem.detail(), retryAfter, null);
    }

    /** For a remembered refusal that the handler left to the container to be told. */
    static Problem ofStatus(int status) {
        return new Problem(
                "status-" + status, status, HttpTexts.generatedTitle(status), HttpTexts.generatedDetail(), null, null);
    }

    /**
     * What a client is told of this error; empty = nothing, it is the program's own fault.
     *
     * @param retryAfter when the request makes sense again, where the error says that it does and not when
     */
    public static Optional<Problem> of(OnlyOnceException error, Duration retryAfter) {
        return HttpProblem.ofCode(error.code()).map(problem -> of(problem, error, retryAfter));
    }

    private static Problem of(HttpProblem problem, OnlyOnceException error, Duration retryAfter) {
        if (error instanceof RequestInProgressException running) {
            return of(problem, running.retryAfter());
        }
        if (error instanceof AnonymousCallerException anonymous) {
            return new Problem(
                    problem.code(),
                    problem.status(),
                    problem.title(),
                    problem.detail(),
                    null,
                    anonymous.challenge().orElse(null));
        }
        boolean aboutRequest = error instanceof RequestRefusedException || error instanceof InvalidKeyException;
        return new Problem(
                problem.code(),
                problem.status(),
                problem.title(),
                aboutRequest ? String.valueOf(error.getMessage()) : problem.detail(),
                problem.status() == 503 || problem == HttpProblem.FENCE_LOST ? retryAfter : null,
                null);
    }
}
