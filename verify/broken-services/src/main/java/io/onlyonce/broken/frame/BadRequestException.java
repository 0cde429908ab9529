package io.onlyonce.broken.frame;

/** The request cannot be read; answered with 400. */
public final class BadRequestException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BadRequestException(String message) {
        super(message);
    }
}
