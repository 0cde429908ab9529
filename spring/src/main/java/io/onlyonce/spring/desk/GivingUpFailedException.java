package io.onlyonce.spring.desk;

import io.onlyonce.record.RecordId;
import io.onlyonce.spring.SpringTexts;

/** A saga could not be given up, or not wholly: a step or an undoing failed. It is unfinished still. */
public final class GivingUpFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String why;

    GivingUpFailedException(String saga, RecordId record, String why, Exception cause) {
        super(SpringTexts.givingUpFailed(saga, record.toUuid().toString(), why), cause);
        this.why = why;
    }

    /** What the step or the undoing said. */
    public String why() {
        return why;
    }
}
