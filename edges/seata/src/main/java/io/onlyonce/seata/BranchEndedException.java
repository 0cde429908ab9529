package io.onlyonce.seata;

import io.onlyonce.error.OnlyOnceException;
import io.onlyonce.record.RecordKey;

/** A branch is to be confirmed that is cancelled, or cancelled that is confirmed. Nothing was done; people have to look at it. */
public final class BranchEndedException extends OnlyOnceException {
    private static final long serialVersionUID = 1L;

    private final String ended;

    BranchEndedException(RecordKey key, String ended, String wanted) {
        super("branch-ended", SeataTexts.ended(key, ended, wanted));
        this.ended = ended;
    }

    /** How it ended: {@code confirmed} or {@code cancelled}. */
    public String ended() {
        return ended;
    }
}
