package io.onlyonce.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;

/**
 * Sees whether a PostgreSQL transaction is aborted, which {@link Connection#commit()} does not tell: it sends COMMIT, the server answers ROLLBACK, and the
 * call returns normally. The driver knows the state without asking the server. Where another driver or no PostgreSQL is in use, nothing is aborted.
 */
final class PostgresqlAborts {
    private static final boolean DRIVER_PRESENT = isDriverPresent();

    private PostgresqlAborts() {}

    static boolean isAborted(Connection connection) throws SQLException {
        return DRIVER_PRESENT && Driver.isAborted(connection);
    }

    static boolean isDriverPresent() {
        try {
            Class.forName("org.postgresql.core.BaseConnection", false, PostgresqlAborts.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** Loaded only where the driver is. */
    private static final class Driver {
        private Driver() {}

        static boolean isAborted(Connection connection) throws SQLException {
            return connection.isWrapperFor(BaseConnection.class)
                    && connection.unwrap(BaseConnection.class).getTransactionState() == TransactionState.FAILED;
        }
    }
}
