package io.onlyonce.jdbc;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** Asks PostgreSQL's driver, where it is present, for what the server said apart from the text. */
final class PostgresqlErrors {
    private static final boolean DRIVER_PRESENT = isDriverPresent();

    private PostgresqlErrors() {}

    /** The violated constraint; null if another driver is in use or the server did not name it. */
    static @Nullable String constraintOf(SQLException failure) {
        return DRIVER_PRESENT ? Driver.constraintOf(failure) : null;
    }

    private static boolean isDriverPresent() {
        try {
            Class.forName("org.postgresql.util.PSQLException", false, PostgresqlErrors.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** Loaded only where the driver is. */
    private static final class Driver {
        private Driver() {}

        static @Nullable String constraintOf(SQLException failure) {
            if (!(failure instanceof PSQLException e)) {
                return null;
            }
            ServerErrorMessage message = e.getServerErrorMessage();
            return message == null ? null : message.getConstraint();
        }
    }
}
