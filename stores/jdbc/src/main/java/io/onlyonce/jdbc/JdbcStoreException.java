package io.onlyonce.jdbc;

import io.onlyonce.error.OnlyOnceException;
import java.sql.SQLException;

/**
 * The database refused a statement on a record: a deadlock's victim, a missing table, a missing right. The transaction must roll back. Its
 * {@linkplain #getCause() cause} is what the driver threw; {@link SqlFailures} tells what it means.
 */
public final class JdbcStoreException extends OnlyOnceException {
    private static final long serialVersionUID = 1L;

    public JdbcStoreException(SQLException cause) {
        super("store-failed", JdbcTexts.refused(cause), cause);
    }
}
