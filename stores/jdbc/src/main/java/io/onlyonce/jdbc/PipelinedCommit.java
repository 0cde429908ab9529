package io.onlyonce.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;
import org.postgresql.jdbc.AutoSave;

/**
 * Whether a statement and the COMMIT behind it can go to the server in one exchange.
 *
 * <p>pgjdbc sends a text of two statements with one Sync behind them, so the server passes by the COMMIT when the statement before it fails; and it learns from
 * the answer that no transaction is open any more, so that its own commit has nothing left to send. Its {@code autosave} puts savepoints in between, and then this
 * is left alone. On other drivers texts of several statements are refused or cost as much.
 */
public final class PipelinedCommit {
    private static final boolean DRIVER_PRESENT = PostgresqlAborts.isDriverPresent();

    private PipelinedCommit() {}

    /** Whether this connection can do it now: not in a transaction that is aborted, which has nothing to commit. */
    public static boolean possible(Connection connection) throws SQLException {
        return DRIVER_PRESENT && Driver.possible(connection);
    }

    /** Loaded only where the driver is. */
    private static final class Driver {
        private Driver() {}

        static boolean possible(Connection connection) throws SQLException {
            if (!connection.isWrapperFor(BaseConnection.class)) {
                return false;
            }
            BaseConnection driver = connection.unwrap(BaseConnection.class);
            return driver.getAutosave() == AutoSave.NEVER && driver.getTransactionState() != TransactionState.FAILED;
        }
    }
}
