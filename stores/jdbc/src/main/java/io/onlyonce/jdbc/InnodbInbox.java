package io.onlyonce.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * MariaDB and MySQL. An entry that is there raises 1062, which undoes the one statement; not INSERT IGNORE, which hides other errors, too.
 *
 * <p>The index is forced where rows are locked: InnoDB locks all that it reads, so a plan that sorts would lock all that is due. At REPEATABLE READ it locks the
 * gaps beside these rows as well, which a put may have to wait for; at READ COMMITTED it does not.
 */
record InnodbInbox(RecordSql values) implements InboxSql {
    private static final String PUT = """
            INSERT INTO onlyonce_inbox (source, entry_id, subject, payload, tries, parked, due_at)
            VALUES (?, ?, ?, ?, 0, FALSE, TIMESTAMPADD(MICROSECOND, ?, UTC_TIMESTAMP(6)))
            """;

    private static final String DUE = """
            SELECT source, entry_id, subject, payload, tries, parked, cause
            FROM onlyonce_inbox FORCE INDEX (onlyonce_inbox_due)
            WHERE source = ? AND parked = FALSE AND due_at <= UTC_TIMESTAMP(6)
            ORDER BY due_at, entry_id
            LIMIT ?
            FOR UPDATE SKIP LOCKED
            """;

    private static final String ABOUT = """
            SELECT source, entry_id, subject, payload, tries, parked, cause
            FROM onlyonce_inbox FORCE INDEX (onlyonce_inbox_subject)
            WHERE source = ? AND subject = ?
            ORDER BY entry_id
            FOR UPDATE SKIP LOCKED
            """;

    private static final String PARKED = """
            SELECT source, entry_id, subject, payload, tries, parked, cause
            FROM onlyonce_inbox
            WHERE source = ? AND parked = TRUE
            ORDER BY due_at, entry_id
            LIMIT ?
            """;

    private static final String WAITING = """
            SELECT source, entry_id, subject, payload, tries, parked, cause
            FROM onlyonce_inbox
            WHERE source = ? AND parked = FALSE
            ORDER BY due_at, entry_id
            LIMIT ?
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
            SET due_at = TIMESTAMPADD(MICROSECOND, ?, UTC_TIMESTAMP(6))
            WHERE source = ? AND entry_id = ? AND tries = ? AND parked = FALSE
            """;

    private static final String AGAIN = """
            UPDATE onlyonce_inbox
            SET tries = tries + 1, due_at = TIMESTAMPADD(MICROSECOND, ?, UTC_TIMESTAMP(6)), cause = ?
            WHERE source = ? AND entry_id = ? AND tries = ? AND parked = FALSE
            """;

    private static final String PARK = """
            UPDATE onlyonce_inbox
            SET tries = tries + 1, parked = TRUE, due_at = UTC_TIMESTAMP(6), cause = ?
            WHERE source = ? AND entry_id = ? AND tries = ? AND parked = FALSE
            """;

    private static final String REVIVE = """
            UPDATE onlyonce_inbox
            SET tries = 0, parked = FALSE, due_at = UTC_TIMESTAMP(6), cause = NULL
            WHERE source = ? AND entry_id = ? AND parked = TRUE
            """;

    @Override
    public String put() {
        return PUT;
    }

    @Override
    public boolean inserted(PreparedStatement put) throws SQLException {
        return InnodbRecords.inserted(put);
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
