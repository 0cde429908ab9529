package io.onlyonce.engine;

import io.onlyonce.Fingerprint;
import io.onlyonce.record.Completion;
import io.onlyonce.record.IdempotencyRecord;
import io.onlyonce.record.RecordState;
import org.jspecify.annotations.Nullable;

/** What a replay needs of a record, whether it was read from the store or written a moment ago by this process. */
@SuppressWarnings("ArrayRecordComponent") // never compared, never changed
record Answered(
        Fingerprint fingerprint,
        RecordState state,
        @Nullable String refusalCode,
        byte @Nullable [] answer) {

    static Answered of(IdempotencyRecord record) {
        return new Answered(record.fingerprint(), record.state(), record.refusalCode(), record.answer());
    }

    static Answered of(Fingerprint fingerprint, Completion completion) {
        return new Answered(fingerprint, completion.state(), completion.refusalCode(), completion.answer());
    }
}
