package io.onlyonce.jdbc;

import io.onlyonce.error.OnlyOnceException;
import java.sql.SQLException;

/**
 * The database refused a statement of the application's that OnlyOnce executed for it: a deadlock's victim, a duplicate on a unique key that was not asked
 * for, a value that does not fit. The transaction must roll back. Its {@linkplain #getCause() cause} is what the driver threw; {@link SqlFailures} and
 * {@link UniqueViolations} tell what it means. It is unchecked, so that a declared Spring transaction rolls back for it.
 */
public final class StatementFailedException extends OnlyOnceException {
    private static final long serialVersionUID = 1L;

    public StatementFailedException(SQLException cause) {
        super("statement-failed", JdbcTexts.statementFailed(cause), cause);
    }
}
