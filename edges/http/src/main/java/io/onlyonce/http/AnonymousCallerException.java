package io.onlyonce.http;

import io.onlyonce.error.OnlyOnceException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The caller is not known, so there is no scope for its key. Nothing was touched; answered with 401. */
public final class AnonymousCallerException extends OnlyOnceException {
    private static final long serialVersionUID = 1L;

    private final @Nullable String challenge;

    public AnonymousCallerException() {
        super(HttpProblem.AUTHENTICATION_REQUIRED.code(), HttpProblem.AUTHENTICATION_REQUIRED.detail());
        this.challenge = null;
    }

    /**
     * @param challenge the value of {@code WWW-Authenticate}, for example {@code Bearer}
     */
    public AnonymousCallerException(String challenge) {
        super(HttpProblem.AUTHENTICATION_REQUIRED.code(), HttpProblem.AUTHENTICATION_REQUIRED.detail());
        this.challenge = challenge;
    }

    /** The value of {@code WWW-Authenticate}, if there is one. */
    public Optional<String> challenge() {
        return Optional.ofNullable(challenge);
    }
}
