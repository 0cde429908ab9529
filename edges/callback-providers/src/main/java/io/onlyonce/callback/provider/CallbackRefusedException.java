package io.onlyonce.callback.provider;

import io.onlyonce.callback.Verification;
import io.onlyonce.callback.Verification.NotVerified;
import io.onlyonce.callback.Verification.Reason;

/** A callback is not taken for genuine. Inside of verifiers only: they catch it and return {@link #verification()}. Has no stack trace, since anybody can cause it. */
public final class CallbackRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    /**
     * @param detail for the log; names no secret and repeats nothing of the body
     */
    public CallbackRefusedException(Reason reason, String detail) {
        super(detail, null, false, false);
        this.reason = reason;
    }

    /** The same as an answer. */
    public Verification verification() {
        return new NotVerified(reason, String.valueOf(getMessage()));
    }
}
