package io.onlyonce.probe;

import io.onlyonce.IdempotencyKey;
import io.onlyonce.Scope;
import io.onlyonce.record.RecordKey;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request that an edge refused before anything was asked or touched: it became no call, so there is no {@link Decision} of it. Immutable.
 *
 * @param operation what it was for, as the program names it
 * @param scope whose key it carried; null if that was not known
 * @param key its key; null if it had no valid one
 * @param code why: one of the few codes that the edge has
 */
public record Rejection(
        String operation, @Nullable Scope scope, @Nullable IdempotencyKey key, String code) {
    /** The record that a call with this key would have had; empty unless scope and key are known. */
    public Optional<RecordKey> record() {
        return scope == null || key == null ? Optional.empty() : Optional.of(RecordKey.of(scope, operation, key));
    }

    /** {@linkplain DecisionLog#digest Digest} of whose key it was. */
    public @Nullable String scopeDigest() {
        return scope == null ? null : DecisionLog.digest(scope.text());
    }

    /** Digest of the key. */
    public @Nullable String keyDigest() {
        return key == null ? null : DecisionLog.digest(key.value());
    }
}
