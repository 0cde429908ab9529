package io.onlyonce.error;

/** The parent of everything that OnlyOnce itself refuses or reports; business exceptions pass through untouched. */
public abstract class OnlyOnceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String code;

    protected OnlyOnceException(String code, String message) {
        super(message);
        this.code = code;
    }

    protected OnlyOnceException(String code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** A stable, machine-readable name, for example {@code idempotency-key-reused}; the HTTP edge answers with the same one. */
    public String code() {
        return code;
    }
}
