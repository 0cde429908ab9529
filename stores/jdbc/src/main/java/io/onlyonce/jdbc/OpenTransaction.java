package io.onlyonce.jdbc;

import io.onlyonce.error.CommitUnknownException;
import io.onlyonce.error.MisuseException;
import io.onlyonce.error.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One transaction on a connection of its own, from begin to close. Confined to one thread. */
final class OpenTransaction {
    private static final Logger log = LoggerFactory.getLogger(OpenTransaction.class);

    private final Connection connection;
    private final boolean autoCommitBefore;
    private @Nullable LastStatement last;
    private int savepoints;
    private boolean givenUp;
    private boolean ended;

    private OpenTransaction(Connection connection, boolean autoCommitBefore) {
        this.connection = connection;
        this.autoCommitBefore = autoCommitBefore;
    }

    static OpenTransaction begin(DataSource dataSource) {
        Connection connection;
        try {
            connection = dataSource.getConnection();
        } catch (SQLException e) {
            throw new StoreUnavailableException(e);
        }
        try {
            boolean autoCommit = connection.getAutoCommit();
            if (autoCommit) {
                connection.setAutoCommit(false);
            }
            return new OpenTransaction(connection, autoCommit);
        } catch (SQLException e) {
            StoreUnavailableException unavailable = new StoreUnavailableException(e);
            try {
                connection.close();
            } catch (SQLException second) {
                unavailable.addSuppressed(second);
            }
            throw unavailable;
        }
    }

    Connection connection() {
        return connection;
    }

    /** Keeps the last statement back until {@link #commit}, if this is not the middle of something. */
    boolean keepBack(LastStatement statement) throws SQLException {
        if (savepoints > 0 || last != null || !PipelinedCommit.possible(connection)) {
            return false;
        }
        last = statement;
        return true;
    }

    /** Commits, or rolls back and throws where a commit would quietly keep nothing. */
    void commit() throws SQLException {
        if (connection.isClosed()) {
            throw new MisuseException(JdbcTexts.closedInside());
        }
        if (givenUp || PostgresqlAborts.isAborted(connection)) {
            throw new MisuseException(JdbcTexts.swallowed());
        }
        try {
            if (last != null) {
                last.executeAndCommit(connection);
            }
            connection.commit(); // behind a last statement nothing is open any more, and the driver sends nothing
            ended = true;
        } catch (SQLException e) {
            if (SqlFailures.connectionLost(e) || connection.isClosed()) {
                throw new CommitUnknownException(e);
            }
            throw e;
        }
    }

    /** Rolls back. Where that fails the connection is thrown away, which undoes as much. */
    void rollBack() {
        try {
            connection.rollback();
            ended = true;
        } catch (SQLException e) {
            log.warn("A transaction could not be rolled back; its connection is thrown away, which ends it.", e);
        }
    }

    /** Rolls back because of a failure, which stays the one to be thrown. */
    void rollBackAfter(Throwable failure) {
        if (ended) {
            return;
        }
        try {
            connection.rollback();
            ended = true;
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    Savepoint savepoint() throws SQLException {
        Savepoint savepoint = connection.setSavepoint();
        savepoints++;
        return savepoint;
    }

    void release(Savepoint savepoint) throws SQLException {
        savepoints--;
        connection.releaseSavepoint(savepoint);
    }

    /** Rolls back to a savepoint; where it is not there any more the database has given the whole transaction up. */
    void rollBackTo(Savepoint savepoint) throws SQLException {
        savepoints--;
        try {
            connection.rollback(savepoint);
        } catch (SQLException e) {
            givenUp = true;
            throw e;
        }
    }

    /** Gives the connection back. What is done is done, so nothing that fails here is thrown. */
    void close() {
        try {
            if (!ended) { // to switch auto-commit on would commit what is left
                connection.abort(Runnable::run);
            } else if (autoCommitBefore && !connection.isClosed()) {
                connection.setAutoCommit(true);
            }
        } catch (SQLException e) {
            log.warn("A connection could not be put in order after its transaction.", e);
        }
        try {
            connection.close();
        } catch (SQLException e) {
            log.warn("A connection could not be closed after its transaction.", e);
        }
    }
}
