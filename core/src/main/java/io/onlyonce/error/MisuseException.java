package io.onlyonce.error;

/** The program uses OnlyOnce in a way that would not protect it. Nothing was done; the code or the configuration has to change. */
public final class MisuseException extends OnlyOnceException {
    private static final long serialVersionUID = 1L;

    public MisuseException(String message) {
        super("misuse", message);
    }
}
