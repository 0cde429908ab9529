package io.onlyonce.record;

/**
 * Takes remembered refusals back, on an explicit wish only: a person has removed what was refused for. Thread-safe; each call is its own short transaction.
 */
public interface RefusedRecords {
    /**
     * Deletes the record if it holds a refusal, so that the next call with its key runs afresh. A success and a claim stay as they are. A cache in front of the store
     * is not told: what it knows of the refusal holds for its own time.
     *
     * @return whether there was such a record
     */
    boolean forget(RecordKey key);
}
