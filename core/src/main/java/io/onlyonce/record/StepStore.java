package io.onlyonce.record;

import java.util.Optional;

/**
 * Keeps the results of an operation's finished steps beside its leased record: what one attempt has finished, the next one does not repeat. They live and end
 * with the claim: a key that is claimed anew, after a release or after its retention, has none. Thread-safe.
 *
 * <p>Both verbs throw {@link io.onlyonce.error.StoreUnavailableException} if the store cannot be reached.
 */
public interface StepStore {
    /** The greatest number of characters in a step's name. */
    int MAX_NAME_LENGTH = 100;

    /** What this or an earlier attempt at the key's present claim kept for the step. */
    Optional<byte[]> find(RecordKey key, String step);

    /**
     * Keeps a step's result, durably when it returns: one guarded step that names the claim's fence. If the step has one already, that stays.
     *
     * @param step 1 to {@value #MAX_NAME_LENGTH} printable ASCII characters
     * @return false if the fence is lost or the claim has ended; nothing was kept
     */
    boolean keep(RecordKey key, Fence fence, String step, byte[] result);
}
