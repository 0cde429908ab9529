package io.onlyonce.lock;

import java.time.Duration;
import java.util.Optional;

/**
 * Grants locks that end by themselves. {@link Locks} is the algorithm above it: waiting, renewing, telling the holder.
 *
 * <p>The life of a grant: {@link #tryAcquire} gives it; {@link #renew} prolongs it, again and again; {@link #release} ends it, or its lease runs out. Each is
 * one atomic decision of the store, by the store's own clock; each write after the grant names the owner <em>and</em> the fence, so a holder that was overtaken
 * changes nothing. A lease of some milliseconds is kept as exactly as one of minutes.
 *
 * <p>All methods throw {@link io.onlyonce.error.StoreUnavailableException} if the store cannot answer; then nobody knows whether it has granted. The same
 * owner asks again and is recognised. Thread-safe.
 */
public interface LockProvider {
    /**
     * Takes the lock, if nobody holds it. An owner that holds it already, because the answer to its first call was lost, gets the same grant for a new lease.
     *
     * @param owner 1 to 64 printable ASCII characters, unique to this attempt
     * @param lease how long it lasts without a renewal
     * @return empty if somebody else holds it
     */
    Optional<Grant> tryAcquire(LockName name, String owner, Duration lease);

    /**
     * Begins the lease anew.
     *
     * @return false if the grant is over: it ran out and may have gone to somebody else
     */
    boolean renew(Grant grant, Duration lease);

    /**
     * Ends the grant.
     *
     * @return false if it was over already
     */
    boolean release(Grant grant);
}
