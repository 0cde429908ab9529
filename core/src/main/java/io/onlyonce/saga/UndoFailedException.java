package io.onlyonce.saga;

import io.onlyonce.error.ErrorTexts;
import io.onlyonce.error.OnlyOnceException;
import io.onlyonce.record.RecordKey;

/** The saga was refused, but a step could not be undone yet. It is unfinished and goes on later; the refusal is suppressed in this. */
public final class UndoFailedException extends OnlyOnceException {
    private static final long serialVersionUID = 1L;

    UndoFailedException(RecordKey key, String step, Exception cause) {
        super("undo-failed", ErrorTexts.undoFailed(key, step), cause);
    }
}
