package io.onlyonce.verify.run;

/** The service, or its data, could not be reached or read, so that nothing can be proved. The message says what to do. */
public final class TargetException extends Exception {
    private static final long serialVersionUID = 1L;

    public TargetException(String message) {
        super(message);
    }

    public TargetException(String message, Throwable cause) {
        super(message, cause);
    }
}
