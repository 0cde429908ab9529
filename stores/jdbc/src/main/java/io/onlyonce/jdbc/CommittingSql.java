package io.onlyonce.jdbc;

import io.onlyonce.record.Completion;
import java.sql.Connection;
import java.sql.SQLException;

/** Statements on {@code onlyonce_record} that take the commit with them. */
interface CommittingSql extends RecordSql {
    /** As {@link #complete()}, and commits; where that changed no row {@link #changedNothing} knows the failure. */
    String completeAndCommit();

    /** Whether {@link #completeAndCommit()} failed because no row is as it names it. */
    boolean changedNothing(SQLException failure);

    /**
     * As {@link #record}, and commits.
     *
     * @return false if a committed record of that id is there
     */
    boolean recordAndCommit(Connection connection, NewClaim claim, Completion completion) throws SQLException;
}
