package io.onlyonce.shop.transfer;

import org.jspecify.annotations.Nullable;

/** An account that a transfer names is not there. Remembered: each retry is told so. */
final class NoSuchAccountException extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * @param accountId the account
     */
    NoSuchAccountException(@Nullable String accountId) {
        super(accountId);
    }
}
