package io.onlyonce.error;

/**
 * The one-time token is not good here: unknown, expired, used, or issued to somebody else or for something else. Which of them is not told. Nothing was done, and
 * no token was used up.
 */
public final class TokenRefusedException extends OnlyOnceException {
    private static final long serialVersionUID = 1L;

    public TokenRefusedException() {
        super("token-invalid", ErrorTexts.tokenRefused());
    }
}
