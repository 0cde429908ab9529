package io.onlyonce.jdbc;

import io.onlyonce.error.FenceLostException;
import io.onlyonce.record.Completion;
import io.onlyonce.record.Fence;
import io.onlyonce.record.RecordId;
import io.onlyonce.record.RecordKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The statements on {@code onlyonce_record} in one database's words, each whole, with the parameters that stand beside it. Durations are
 * in microseconds. The strings are constants, so that drivers can keep them prepared.
 */
interface RecordSql {
    /**
     * Inserts the claim.
     *
     * @return false if a record of that id is there, committed or, where this does not wait, not yet
     */
    boolean insert(Connection connection, NewClaim claim) throws SQLException;

    /**
     * Inserts the claim, waiting at most its patience for a transaction that holds the key.
     *
     * @return false if a committed record of that id is there
     */
    default boolean insertPatiently(Connection connection, NewClaim claim) throws SQLException {
        return insert(connection, claim);
    }

    /**
     * Puts the claim in the place of a record that has expired, waiting as {@link #insertPatiently} does.
     *
     * @return false if there is none any more
     */
    boolean replaceExpired(Connection connection, NewClaim claim) throws SQLException;

    /**
     * Writes a whole record, waiting as {@link #insertPatiently} does.
     *
     * @return false if a committed record of that id is there
     */
    default boolean record(Connection connection, NewClaim claim, Completion completion) throws SQLException {
        if (!insert(connection, claim)) {
            return false;
        }
        if (JdbcRecordStore.completed(connection, this, claim.key(), new Fence(claim.fence()), completion) != 1) {
            throw new FenceLostException(claim.key());
        }
        return true;
    }

    /** Draws a fence greater than all before it. */
    long nextFence(Connection connection) throws SQLException;

    /**
     * Deletes expired rows and commits, passing by those that others hold.
     *
     * @param connection in auto-commit, at READ COMMITTED
     * @param from passes by what expired before, and by what is left of it in the index; null = begins at the beginning
     */
    PurgedBatch<Instant> purgeExpired(Connection connection, @Nullable Instant from, int limit) throws SQLException;

    /** Reads the row that was in the way of {@link #insert}, as it is now and not as an old snapshot has it: id. */
    String winner();

    /** Reads a committed row without waiting: id. */
    String find();

    /** Reads the claims that are committed, those first whose lease ended first; the columns of {@link #find()}: limit. */
    String openClaims();

    /** Counts them: all, and those whose lease lasts. */
    String countClaims();

    /** Writes the answer; an expiry that lies beyond the retention stays, and with it its place in the index: state, refusal code, answer, retention, id, fence. */
    String complete();

    /** Gives a claim a new fence: new fence, id, fence. */
    String exchangeFence();

    /** Takes over a claim whose lease is over: new fence, fingerprint, lease, id, lost fence. */
    String takeOver();

    /** Lease, id, fence. */
    String renew();

    /** Id, fence. */
    String release();

    /** Id, fence. */
    String abandon();

    /** The first column of each index of a table, and whether the index is unique: table. */
    String indexes();

    /** Binds an id. */
    void setId(PreparedStatement statement, int parameter, RecordId id) throws SQLException;

    /** Reads an id. */
    RecordId id(ResultSet row, int column) throws SQLException;

    /** Binds a text, byte for byte. */
    void setText(PreparedStatement statement, int parameter, @Nullable String text) throws SQLException;

    /** Reads a text, byte for byte. */
    @Nullable
    String text(ResultSet row, int column) throws SQLException;

    /** Binds id, scope, operation, key, fingerprint, fence, lease and expiry, from this parameter on. */
    default void setClaim(PreparedStatement statement, int first, NewClaim claim) throws SQLException {
        setId(statement, first, claim.id());
        setText(statement, first + 1, claim.key().scope());
        setText(statement, first + 2, claim.key().operation());
        setText(statement, first + 3, claim.key().key());
        statement.setBytes(first + 4, claim.fingerprint());
        statement.setLong(first + 5, claim.fence());
        setDuration(statement, first + 6, claim.lease());
        setDuration(statement, first + 7, claim.expiry());
    }

    /** Binds what {@link #complete()} wants. */
    default void setCompletion(PreparedStatement statement, RecordKey key, Fence fence, Completion completion)
            throws SQLException {
        statement.setString(1, StoredRow.letter(completion.state()));
        setText(statement, 2, completion.refusalCode());
        statement.setBytes(3, completion.answer());
        setDuration(statement, 4, completion.retention());
        setId(statement, 5, key.id());
        statement.setLong(6, fence.number());
    }

    /** Binds id, scope, operation, key, fingerprint, fence, state, retention, refusal code and answer, from this parameter on. */
    default void setRecord(PreparedStatement statement, int first, NewClaim claim, Completion completion)
            throws SQLException {
        setId(statement, first, claim.id());
        setText(statement, first + 1, claim.key().scope());
        setText(statement, first + 2, claim.key().operation());
        setText(statement, first + 3, claim.key().key());
        statement.setBytes(first + 4, claim.fingerprint());
        statement.setLong(first + 5, claim.fence());
        statement.setString(first + 6, StoredRow.letter(completion.state()));
        setDuration(statement, first + 7, completion.retention());
        setText(statement, first + 8, completion.refusalCode());
        statement.setBytes(first + 9, completion.answer());
    }

    /** Binds fingerprint, fence, lease, expiry and id, from this parameter on. */
    default void setReplacement(PreparedStatement statement, int first, NewClaim claim) throws SQLException {
        statement.setBytes(first, claim.fingerprint());
        statement.setLong(first + 1, claim.fence());
        setDuration(statement, first + 2, claim.lease());
        setDuration(statement, first + 3, claim.expiry());
        setId(statement, first + 4, claim.id());
    }

    /** Binds a duration that begins now. */
    default void setDuration(PreparedStatement statement, int parameter, @Nullable Duration duration)
            throws SQLException {
        if (duration == null) {
            statement.setNull(parameter, Types.BIGINT);
        } else {
            statement.setLong(parameter, duration.toNanos() / 1000);
        }
    }
}
