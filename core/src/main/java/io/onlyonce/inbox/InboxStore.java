package io.onlyonce.inbox;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Keeps what was taken in. Every verb works in the transaction that is open on the calling thread and takes effect with its commit, so that taking in commits with
 * what belongs to it, and an entry goes with the effect that it had. Time is the store's. Thread-safe.
 */
public interface InboxStore {
    /**
     * Keeps an entry, due after a delay.
     *
     * @return whether it is new; an entry that is there already stays as it is
     */
    boolean put(InboxEntry entry, Duration delay);

    /**
     * Due entries of a source, the longest due first, none that is parked. They are locked until the transaction ends; those that another transaction has locked are left out.
     *
     * @param limit the greatest number of entries, from 1 to 1000
     */
    List<Kept> due(String source, int limit);

    /**
     * Entries of a source about this subject, due or not, parked or not, in the order of their ids. They are locked until the transaction ends; those that another
     * transaction has locked are left out: it is dealing with them.
     */
    List<Kept> about(String source, String subject);

    /** Parked entries of a source, the longest parked first. Not locked. */
    List<Kept> parked(String source, int limit);

    /** Entries of a source that are not parked, due or not, the first due first. Not locked, and those that others have locked are among them. */
    List<Kept> waiting(String source, int limit);

    /** An entry, due or not, parked or not. Not locked. */
    Optional<Kept> find(String source, String id);

    /**
     * Removes an entry that was dealt with.
     *
     * @return whether it was there as it was read: same number of tries
     */
    boolean done(Kept kept);

    /**
     * Makes the entry due after a delay, and counts nothing.
     *
     * @return whether it was there as it was read, and not parked
     */
    boolean postpone(Kept kept, Duration delay);

    /**
     * Counts a failed try and makes the entry due again after a delay.
     *
     * @param cause of the failure; what is too long is cut
     * @return whether it was there as it was read, and not parked
     */
    boolean again(Kept kept, Duration delay, String cause);

    /**
     * Counts a failed try and puts the entry aside.
     *
     * @param cause of the failure; what is too long is cut
     * @return whether it was there as it was read, and not parked
     */
    boolean park(Kept kept, String cause);

    /**
     * Takes a parked entry back, due now and with no tries counted.
     *
     * @return whether there was such an entry, and it was parked
     */
    boolean revive(String source, String id);
}
