package io.onlyonce.http;

import io.onlyonce.error.OnlyOnceException;

/** The request cannot be protected as it is: no key, a body that is too large or cannot be read. Nothing was touched. */
final class RequestRefusedException extends OnlyOnceException {
    private static final long serialVersionUID = 1L;

    RequestRefusedException(HttpProblem problem, String detail) {
        super(problem.code(), detail);
    }

    RequestRefusedException(HttpProblem problem, String detail, Throwable cause) {
        super(problem.code(), detail, cause);
    }
}
