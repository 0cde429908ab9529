package io.onlyonce.record;

import java.util.List;
import java.util.Optional;

/** Looking at records without their keys, for people. Thread-safe; each call is one statement that locks nothing. */
public interface RecordSearch {
    /** The record under this id as it is committed, also one that has expired. */
    Optional<FoundRecord> find(RecordId id);

    /**
     * The claims of leased work that have no end yet, those first whose lease ended first. A transactional claim is not among them: it ends with its transaction, one way or the
     * other.
     *
     * @param limit how many at most
     */
    List<FoundRecord> openClaims(int limit);

    /** How many of them there are. */
    Claims countClaims();

    /**
     * Numbers of open claims.
     *
     * @param working those whose lease lasts
     * @param abandoned those whose lease is over
     */
    record Claims(long working, long abandoned) {}
}
