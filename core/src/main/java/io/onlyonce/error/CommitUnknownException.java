package io.onlyonce.error;

/**
 * The connection broke while the transaction was being committed: business writes and record are both there or both not, and nobody knows which. A retry
 * with the same key finds out.
 */
public final class CommitUnknownException extends StoreUnavailableException {
    private static final long serialVersionUID = 1L;

    public CommitUnknownException(Throwable cause) {
        super("commit-unknown", ErrorTexts.commitUnknown(cause), cause);
    }
}
