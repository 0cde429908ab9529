package io.onlyonce.saga;

import io.onlyonce.inbox.Kept;
import io.onlyonce.record.RecordId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A saga without an end, as people see it; what was asked for is not in it. Immutable.
 *
 * @param saga its name
 * @param record the id of its record
 * @param parked whether it was put aside, and waits for somebody to revive it or give it up; else it is gone on with by itself
 * @param tries how many tries of completers have failed
 * @param cause of the last failed one; null if none has
 */
public record UnfinishedSaga(
        String saga,
        RecordId record,
        boolean parked,
        int tries,
        @Nullable String cause) {
    static UnfinishedSaga of(Saga<?, ?> saga, Kept kept) {
        return new UnfinishedSaga(
                saga.name(),
                new RecordId(UUID.fromString(kept.entry().id())),
                kept.parked(),
                kept.tries(),
                kept.cause());
    }
}
