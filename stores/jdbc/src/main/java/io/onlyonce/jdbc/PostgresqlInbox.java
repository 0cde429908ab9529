package io.onlyonce.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * PostgreSQL. An entry that is there must not raise an error, because an error ends the transaction: the conflict clause makes it a row count of 0. What is due is
 * asked by {@code statement_timestamp()}, because an index cannot be asked by a clock that goes on while it is read.
 */
record PostgresqlInbox(RecordSql values) implements InboxSql {
    private static final String PUT = """
            INSERT INTO onlyonce_inbox (source, entry_id, subject, payload, tries, parked, due_at)
            VALUES (?, ?, ?, ?, 0, FALSE, clock_timestamp() + ? * interval '1 microsecond')
            ON CONFLICT (source, entry_id) DO NOTHING
            """;

    private static final String DUE = """
            SELECT source, entry_id, subject, payload, tries, parked, cause
            FROM onlyonce_inbox
            WHERE source = ? AND NOT parked AND due_at <= statement_timestamp()
            ORDER BY due_at, entry_id
            LIMIT ?
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
            WHERE source = ? AND parked
            ORDER BY due_at, entry_id
            LIMIT ?
            """;

    private static final String WAITING = """
            SELECT source, entry_id, subject, payload, tries, parked, cause
            FROM onlyonce_inbox
            WHERE source = ? AND NOT parked
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
            SET due_at = clock_timestamp() + ? * interval '1 microsecond'
            WHERE source = ? AND entry_id = ? AND tries = ? AND NOT parked
            """;

    private static final String AGAIN = """
            UPDATE onlyonce_inbox
            SET tries = tries + 1, due_at = clock_timestamp() + ? * interval '1 microsecond', cause = ?
            WHERE source = ? AND entry_id = ? AND tries = ? AND NOT parked
            """;

    private static final String PARK = """
            UPDATE onlyonce_inbox
            SET tries = tries + 1, parked = TRUE, due_at = clock_timestamp(), cause = ?
            WHERE source = ? AND entry_id = ? AND tries = ? AND NOT parked
            """;

    private static final String REVIVE = """
            UPDATE onlyonce_inbox
            SET tries = 0, parked = FALSE, due_at = clock_timestamp(), cause = NULL
            WHERE source = ? AND entry_id = ? AND parked
            """;

    @Override
    public String put() {
        return PUT;
    }

    @Override
    public boolean inserted(PreparedStatement put) throws SQLException {
        return put.executeUpdate() == 1;
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
