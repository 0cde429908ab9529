package io.onlyonce.inbox;

/** Deals with the entries of one source. Each call runs in an open transaction, whose end is the {@link InboxWorker}'s. Must be thread-safe. */
public interface InboxHandler {
    /**
     * Deals with an entry. Its effect commits together with the entry's leaving, so it lasts once, but this may run again: after a failure, a deadlock, a crash.
     *
     * @throws Exception if it failed: all that was written is rolled back, and the try is counted
     */
    Handled handle(Kept kept) throws Exception;

    /** Notes that an entry is put aside, in the transaction that does it. If this fails, the entry is put aside without it. */
    void parked(Kept kept, String cause) throws Exception;
}
