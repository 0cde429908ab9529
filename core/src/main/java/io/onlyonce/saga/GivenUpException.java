package io.onlyonce.saga;

import io.onlyonce.Refusal;
import io.onlyonce.error.ErrorTexts;
import io.onlyonce.error.OnlyOnceException;
import io.onlyonce.record.RecordKey;
import org.jspecify.annotations.Nullable;

/** Somebody has given the saga up: what had been done is undone, what had not will not be. Remembered, and each retry gets it. */
public final class GivenUpException extends OnlyOnceException {
    private static final long serialVersionUID = 1L;
    private static final String CODE = "given-up";

    static final Refusal<GivenUpException> REFUSAL = new Refusal<>(CODE, GivenUpException.class, GivenUpException::new);

    GivenUpException(RecordKey key) {
        super(CODE, ErrorTexts.givenUp(key));
    }

    private GivenUpException(@Nullable String message) {
        super(CODE, String.valueOf(message));
    }
}
