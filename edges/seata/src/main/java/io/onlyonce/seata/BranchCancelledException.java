package io.onlyonce.seata;

import io.onlyonce.Refusal;
import io.onlyonce.error.OnlyOnceException;
import io.onlyonce.record.RecordKey;
import org.jspecify.annotations.Nullable;

/** The branch was cancelled before its try came; nothing was reserved, and nothing will be. Remembered, and each late try gets it. */
public final class BranchCancelledException extends OnlyOnceException {
    private static final long serialVersionUID = 1L;
    private static final String CODE = "branch-cancelled";

    static final Refusal<BranchCancelledException> REFUSAL =
            new Refusal<>(CODE, BranchCancelledException.class, BranchCancelledException::new);

    BranchCancelledException(RecordKey key) {
        super(CODE, SeataTexts.cancelled(key));
    }

    private BranchCancelledException(@Nullable String message) {
        super(CODE, String.valueOf(message));
    }
}
