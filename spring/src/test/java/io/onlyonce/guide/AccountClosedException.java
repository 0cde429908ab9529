package io.onlyonce.guide;

import org.jspecify.annotations.Nullable;

/** The receiver's account takes nothing any more. */
class AccountClosedException extends Exception {
    private static final long serialVersionUID = 1L;

    AccountClosedException(@Nullable String message) {
        super(message);
    }
}
