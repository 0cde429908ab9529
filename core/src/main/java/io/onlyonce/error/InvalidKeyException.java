package io.onlyonce.error;

/** The text is no idempotency key. Nothing was touched. */
public final class InvalidKeyException extends OnlyOnceException {
    private static final long serialVersionUID = 1L;

    private InvalidKeyException(String message) {
        super("idempotency-key-invalid", message);
    }

    public static InvalidKeyException ofValue(String value) {
        return new InvalidKeyException(ErrorTexts.invalidKey(value));
    }

    public static InvalidKeyException ofQuoting(String text) {
        return new InvalidKeyException(ErrorTexts.invalidQuoting(text));
    }
}
