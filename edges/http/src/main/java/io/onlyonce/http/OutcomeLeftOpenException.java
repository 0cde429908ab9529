package io.onlyonce.http;

/**
 * A leased handler answered with 5xx. Nothing was rolled back, and nobody knows how far its remote calls got; so its claim is abandoned, as after an
 * exception, and not released as if nothing had happened.
 */
final class OutcomeLeftOpenException extends Exception {
    private static final long serialVersionUID = 1L;

    OutcomeLeftOpenException(int status) {
        super("answered with status " + status, null, false, false);
    }
}
