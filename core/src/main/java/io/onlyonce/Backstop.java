package io.onlyonce;

/**
 * What refuses a second effect when the record of the first one is not to be had: a unique key in the business database. A record may be lost (evicted, flushed,
 * behind a failover) or its store may be down; the backstop still stands. Thread-safe.
 *
 * <p>Whoever makes one proves that it exists; so an operation that has a backstop has a real one.
 */
public interface Backstop {
    /** What logs call it, for example {@code unique key orders(request_no)}. */
    String name();

    /** Whether the work failed because this backstop refused a second effect, and for no other reason. */
    boolean refused(Exception failure);
}
