package io.onlyonce.audit;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Keeps entries for as long as people want to look things up. Thread-safe; each call is its own short transaction. */
public interface AuditStore {
    /** Adds the entries; one that is there already is left as it is. */
    void append(List<AuditEntry> entries);

    /** Those that fit, the youngest first. */
    List<AuditEntry> find(AuditQuery query);

    /**
     * How often each event happened in each of the equally long slots since then; without those in which it did not.
     *
     * @param from when the first slot begins
     * @param slot how long each is, at least 1 ms
     * @param slots how many, 1 to 100
     */
    List<Count> counts(Instant from, Duration slot, int slots);

    /**
     * Deletes entries that are older, the oldest first. Several nodes may purge at once.
     *
     * @param limit how many at most
     * @return how many were deleted; fewer than the limit = none is left but what others hold at this moment, which the next call finds
     */
    int purge(Instant before, int limit);

    /**
     * How often an event happened in a slot.
     *
     * @param slot counted from 0
     */
    record Count(int slot, String event, long times) {}
}
