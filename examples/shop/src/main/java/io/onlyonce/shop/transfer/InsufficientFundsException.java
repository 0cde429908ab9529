package io.onlyonce.shop.transfer;

import org.jspecify.annotations.Nullable;

/** An account has less than is to be transferred from it. Remembered: each retry is told so. */
final class InsufficientFundsException extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * @param accountId the account
     */
    InsufficientFundsException(@Nullable String accountId) {
        super(accountId);
    }
}
