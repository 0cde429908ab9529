package io.onlyonce.spring.web;

import io.onlyonce.error.OnlyOnceException;
import io.onlyonce.http.HttpProblem;

/** A token was asked for that is not issued: for another purpose, or for what is no target. */
final class TokenNotIssuedException extends OnlyOnceException {
    private static final long serialVersionUID = 1L;

    TokenNotIssuedException() {
        super(HttpProblem.TOKEN_REQUEST_INVALID.code(), HttpProblem.TOKEN_REQUEST_INVALID.detail());
    }
}
