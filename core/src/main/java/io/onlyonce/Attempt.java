package io.onlyonce;

import io.onlyonce.record.Fence;
import io.onlyonce.record.RecordKey;

/**
 * One run of the work for a key.
 *
 * @param key scope, operation and key
 * @param fence the number that this run must name in every write of its own that a later run could overtake
 * @param number 1 for the first run, one more for each that took over an abandoned one
 */
public record Attempt(RecordKey key, Fence fence, int number) {
    /**
     * A text that is the same in every attempt for this key and in no other: hand it to a remote party as <em>its</em> idempotency key, so that a
     * rerun does not repeat the remote effect. 36 characters, {@code [0-9a-f-]}.
     */
    public String reference() {
        return key.id().toUuid().toString();
    }

    /** The same for one of several remote effects, by the name of its step. */
    public String reference(String step) {
        return key.id().part(step).toUuid().toString();
    }
}
