package io.onlyonce.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** The last statement of a transaction, {@linkplain ConnectionSource#keepBack kept back} until its commit. Executed at most once. */
public interface LastStatement {
    /**
     * Executes it, and nothing more.
     *
     * @throws io.onlyonce.error.OnlyOnceException what the store would have thrown when it gave it
     */
    void execute();

    /**
     * Executes it and commits, in one exchange with the server. What fails leaves the transaction uncommitted.
     *
     * @param connection one that {@link PipelinedCommit#possible} is told of
     * @throws SQLException what the server or the driver said, as at a commit
     * @throws RuntimeException if the record is not as it has to be
     */
    void executeAndCommit(Connection connection) throws SQLException;
}
