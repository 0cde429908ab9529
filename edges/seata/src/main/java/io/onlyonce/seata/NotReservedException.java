package io.onlyonce.seata;

import io.onlyonce.error.OnlyOnceException;
import io.onlyonce.record.RecordKey;

/** A branch is to be confirmed that reserved nothing. Nothing was done; people have to look at it, see {@link TccGuard#confirm}. */
public final class NotReservedException extends OnlyOnceException {
    private static final long serialVersionUID = 1L;
    private static final String CODE = "not-reserved";

    NotReservedException(RecordKey key) {
        super(CODE, SeataTexts.notReserved(key, "its try has not come"));
    }

    NotReservedException(RecordKey key, Exception refusal) {
        super(CODE, SeataTexts.notReserved(key, "its try was refused"), refusal);
    }
}
