package io.onlyonce.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * H2, in any compatibility mode. An entry that is there raises 23505, which leaves the transaction alive.
 *
 * <p>What is due is not sorted: H2 would lock all that it sorts, not only what it hands out. It reads the index that the statement names, whose order is the one
 * that is wanted.
 */
record H2Inbox(RecordSql values) implements InboxSql {
    private static final String PUT = """
            INSERT INTO onlyonce_inbox (source, entry_id, subject, payload, tries, parked, due_at)
            VALUES (?, ?, ?, ?, 0, FALSE, ?)
            """;

    private static final String DUE = """
            SELECT source, entry_id, subject, payload, tries, parked, cause
            FROM onlyonce_inbox USE INDEX (onlyonce_inbox_due)
            WHERE source = ? AND parked = FALSE AND due_at <= CURRENT_TIMESTAMP
            FETCH FIRST ? ROWS ONLY
            FOR UPDATE SKIP LOCKED
            """;

    private static final String ABOUT = """
            SELECT source, entry_id, subject, payload, tries, parked, cause
            FROM onlyonce_inbox
            WHERE source = ? AND subject = ?
            ORDER BY entry_id
            FOR UPDATE SKIP LOCKED
            """;

    private static final String PARKED = """
            SELECT source, entry_id, subject, payload, tries, parked, cause
            FROM onlyonce_inbox
            WHERE source = ? AND parked = TRUE
            ORDER BY due_at, entry_id
            FETCH FIRST ? ROWS ONLY
            """;

    private static final String WAITING = """
            SELECT source, entry_id, subject, payload, tries, parked, cause
            FROM onlyonce_inbox
            WHERE source = ? AND parked = FALSE
            ORDER BY due_at, entry_id
            FETCH FIRST ? ROWS ONLY
            """;

    private static final String FIND = """
            SELECT source, entry_id, subject, payload, tries, parked, cause
            FROM onlyonce_inbox
            WHERE source = ? AND entry_id = ?
            """;

    private static final String DONE = """
            DELETE FROM onlyonce_inbox WHERE source = ? AND entry_id = ? AND tries = ?
            """;

    private static final String POSTPONE = """
            UPDATE onlyonce_inbox
            SET due_at = ?
            WHERE source = ? AND entry_id = ? AND tries = ? AND parked = FALSE
            """;

    private static final String AGAIN = """
            UPDATE onlyonce_inbox
            SET tries = tries + 1, due_at = ?, cause = ?
            WHERE source = ? AND entry_id = ? AND tries = ? AND parked = FALSE
            """;

    private static final String PARK = """
            UPDATE onlyonce_inbox
            SET tries = tries + 1, parked = TRUE, due_at = CURRENT_TIMESTAMP, cause = ?
            WHERE source = ? AND entry_id = ? AND tries = ? AND parked = FALSE
            """;

    private static final String REVIVE = """
            UPDATE onlyonce_inbox
            SET tries = 0, parked = FALSE, due_at = CURRENT_TIMESTAMP, cause = NULL
            WHERE source = ? AND entry_id = ? AND parked = TRUE
            """;

    @Override
    public String put() {
        return PUT;
    }

    @Override
    public boolean inserted(PreparedStatement put) throws SQLException {
        return H2Records.inserted(put);
    }

    @Override
    public String due() {
        return DUE;
    }

    @Override
    public String about() {
        return ABOUT;
    }

    @Override
    public String parked() {
        return PARKED;
    }

    @Override
    public String waiting() {
        return WAITING;
    }

    @Override
    public String find() {
        return FIND;
    }

    @Override
    public String done() {
        return DONE;
    }

    @Override
    public String postpone() {
        return POSTPONE;
    }

    @Override
    public String again() {
        return AGAIN;
    }

    @Override
    public String park() {
        return PARK;
    }

    @Override
    public String revive() {
        return REVIVE;
    }
}
