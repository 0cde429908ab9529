package io.onlyonce.shop.transfer;

import io.onlyonce.shop.Money;

/** A transfer as it stands. */
record Transfer(String transferId, String fromAccountId, String toAccountId, Money amount, Status status) {
    /** Where it stands; DONE and REFUSED are final. */
    enum Status {
        RUNNING,
        DONE,
        REFUSED
    }
}
