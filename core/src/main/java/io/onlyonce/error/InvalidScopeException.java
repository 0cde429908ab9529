package io.onlyonce.error;

/** The text is no scope. Nothing was touched. */
public final class InvalidScopeException extends OnlyOnceException {
    private static final long serialVersionUID = 1L;

    public InvalidScopeException(String text) {
        super("scope-invalid", ErrorTexts.invalidScope(text));
    }
}
