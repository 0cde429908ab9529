package io.onlyonce.broken.shop;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Rows;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** What was asked for and answered, by scope and key. Says nothing about when to call what: that is each variant's own. Thread-safe. */
public final class Records {
    private static final String RUNNING = "RUNNING";
    private static final String DONE = "DONE";

    private final String table;

    private Records(String table) {
        this.table = table;
    }

    /** In a table whose primary key is scope and key. */
    static Records unique() {
        return new Records("idempotency_record");
    }

    /** In a table without any key. */
    static Records unguarded() {
        return new Records("request_log");
    }

    public Optional<Stored> find(Connection connection, Call call) throws SQLException {
        return Rows.first(
                connection,
                "SELECT ref, payload, status, location, body FROM " + table
                        + " WHERE scope = ? AND idempotency_key = ?",
                Records::read,
                call.scope(),
                call.key());
    }

    /** The same; nobody else changes it until this transaction ends. */
    public Optional<Stored> lock(Connection connection, Call call) throws SQLException {
        return Rows.first(
                connection,
                "SELECT ref, payload, status, location, body FROM " + table
                        + " WHERE scope = ? AND idempotency_key = ? FOR UPDATE",
                Records::read,
                call.scope(),
                call.key());
    }

    /** Notes that the work begins. */
    public void begin(Connection connection, Call call) throws SQLException {
        insert(connection, call, "", RUNNING);
    }

    /** The same, unless there is a record; PostgreSQL only. Waits for a transaction that has the key in its hands. */
    public boolean beginIfNew(Connection connection, Call call) throws SQLException {
        return insert(connection, call, " ON CONFLICT DO NOTHING", RUNNING) == 1;
    }

    private int insert(Connection connection, Call call, String onConflict, String state) throws SQLException {
        return Rows.update(
                connection,
                "INSERT INTO " + table + " (scope, idempotency_key, ref, payload, state, created_ms)"
                        + " VALUES (?, ?, ?, ?, ?, ?)" + onConflict,
                call.scope(),
                call.key(),
                call.ref(),
                call.payload(),
                state,
                System.currentTimeMillis());
    }

    /** Keeps the answer in the record that was begun. Returns how many records that were. */
    public int complete(Connection connection, Call call, Answer answer) throws SQLException {
        return Rows.update(
                connection,
                "UPDATE " + table + " SET state = ?, status = ?, location = ?, body = ?"
                        + " WHERE scope = ? AND idempotency_key = ?",
                DONE,
                answer.status(),
                answer.location(),
                answer.body(),
                call.scope(),
                call.key());
    }

    /** Begins and completes at once. */
    public void keep(Connection connection, Call call, Answer answer) throws SQLException {
        Rows.update(
                connection,
                "INSERT INTO " + table
                        + " (scope, idempotency_key, ref, payload, state, status, location, body, created_ms)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                call.scope(),
                call.key(),
                call.ref(),
                call.payload(),
                DONE,
                answer.status(),
                answer.location(),
                answer.body(),
                System.currentTimeMillis());
    }

    public void forget(Connection connection, Call call) throws SQLException {
        Rows.update(
                connection,
                "DELETE FROM " + table + " WHERE scope = ? AND idempotency_key = ?",
                call.scope(),
                call.key());
    }

    /** Deletes what was begun so long ago and has not ended. */
    public int purgeRunning(Connection connection, long olderThanMilliseconds) throws SQLException {
        return Rows.update(
                connection,
                "DELETE FROM " + table + " WHERE state = ? AND created_ms < ?",
                RUNNING,
                System.currentTimeMillis() - olderThanMilliseconds);
    }

    private static Stored read(ResultSet row) throws SQLException {
        int status = row.getInt("status");
        return new Stored(
                row.getString("ref"),
                row.getString("payload"),
                status == 0 ? null : Answer.of(status, row.getString("location"), row.getString("body")));
    }
}
