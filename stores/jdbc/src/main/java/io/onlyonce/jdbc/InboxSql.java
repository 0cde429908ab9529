package io.onlyonce.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The statements on {@code onlyonce_inbox} in one database's words, each whole. What is read is source, id, subject, payload, tries, parked, cause. */
interface InboxSql {
    /** Inserts an entry: source, id, subject, payload, delay. */
    String put();

    /**
     * Executes {@link #put}, waiting for a transaction that has put the same. It must not end the caller's transaction.
     *
     * @return false if it is there
     */
    boolean inserted(PreparedStatement put) throws SQLException;

    /** Reads and locks due entries, passing by those that others hold: source, limit. */
    String due();

    /** Reads and locks the entries about a subject, passing by those that others hold: source, subject. */
    String about();

    /** Reads parked entries, locking none: source, limit. */
    String parked();

    /** Reads entries that are not parked, locking none: source, limit. */
    String waiting();

    /** Reads one entry, locking none: source, id. */
    String find();

    /** Source, id, tries. */
    String done();

    /** Delay, source, id, tries. */
    String postpone();

    /** Delay, cause, source, id, tries. */
    String again();

    /** Cause, source, id, tries. */
    String park();

    /** Source, id. */
    String revive();

    /** How this database takes texts and durations. */
    RecordSql values();
}
