package io.onlyonce.broken.frame;

/** Somebody whom the work needs does not answer; answered with 503, and worth a retry. */
public final class UnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnavailableException(String message) {
        super(message);
    }
}
