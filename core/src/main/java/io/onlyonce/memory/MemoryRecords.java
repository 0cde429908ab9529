package io.onlyonce.memory;

import io.onlyonce.record.ClaimRequest;
import io.onlyonce.record.Completion;
import io.onlyonce.record.IdempotencyRecord;
import io.onlyonce.record.RecordState;
import java.time.Instant;

/** The records that both memory stores write. */
final class MemoryRecords {
    private MemoryRecords() {}

    static IdempotencyRecord claimed(ClaimRequest request, Instant now) {
        return new IdempotencyRecord(request.key(), request.fingerprint(), RecordState.CLAIMED, null, null, now, null);
    }

    static IdempotencyRecord completed(IdempotencyRecord claimed, Completion completion, Instant now) {
        return new IdempotencyRecord(
                claimed.key(),
                claimed.fingerprint(),
                completion.state(),
                completion.refusalCode(),
                completion.answer(),
                claimed.createdAt(),
                now.plus(completion.retention()));
    }
}
