package io.onlyonce.record;

/** A record that was to be written behind its work is not the key's first. The transaction must roll back; who asked for the work never sees this. */
public final class RecordExistsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Without a stack trace: it says nothing that went wrong. */
    public RecordExistsException(RecordKey key) {
        super(key + " has a record already.", null, false, false);
    }
}
