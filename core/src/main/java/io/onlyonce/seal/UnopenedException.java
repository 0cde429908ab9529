package io.onlyonce.seal;

/** A kept answer cannot be opened: its key is not here, or it is not what was sealed for this record. */
public final class UnopenedException extends Exception {
    private static final long serialVersionUID = 1L;

    public UnopenedException(String message) {
        super(message);
    }

    public UnopenedException(String message, Throwable cause) {
        super(message, cause);
    }
}
