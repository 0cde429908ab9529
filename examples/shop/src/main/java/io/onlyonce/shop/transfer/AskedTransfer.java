package io.onlyonce.shop.transfer;

import io.onlyonce.shop.Money;

/** What a transfer is gone on with, by whomever. */
record AskedTransfer(String transferId, String userId, String fromAccountId, String toAccountId, Money amount) {
    Transfer as(Transfer.Status status) {
        return new Transfer(transferId, fromAccountId, toAccountId, amount, status);
    }
}
