package io.onlyonce.guide;

import org.jspecify.annotations.Nullable;

class InsufficientFundsException extends Exception {
    private static final long serialVersionUID = 1L;

    InsufficientFundsException(@Nullable String message) {
        super(message);
    }
}
