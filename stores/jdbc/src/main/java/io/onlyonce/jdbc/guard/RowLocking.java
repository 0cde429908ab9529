package io.onlyonce.jdbc.guard;

import io.onlyonce.jdbc.Dialect;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import org.jspecify.annotations.Nullable;

/**
 * The locking statement of one call, and what bounds its waits.
 *
 * <p>MariaDB and H2 have a clause for it. PostgreSQL has {@code lock_timeout}, and its failed wait ends the transaction: a savepoint before both brings
 * everything back, the setting, too. MySQL has a setting of the session, which is put back.
 */
abstract class RowLocking implements AutoCloseable {
    private final PreparedStatement statement;

    private RowLocking(PreparedStatement statement) {
        this.statement = statement;
    }

    static RowLocking begin(Connection connection, Dialect dialect, String query, LockWait wait) throws SQLException {
        String nowait = query + "\nFOR UPDATE NOWAIT";
        return switch (dialect) {
            case POSTGRESQL -> new OnPostgresql(connection, wait.isNone() ? nowait : query + "\nFOR UPDATE", wait);
            case MARIADB ->
                new ByClause(connection, wait.isNone() ? nowait : query + "\nFOR UPDATE WAIT " + wait.seconds());
            case MYSQL ->
                wait.isNone()
                        ? new ByClause(connection, nowait)
                        : new OnMysql(connection, query + "\nFOR UPDATE", wait);
            case H2 ->
                new ByClause(
                        connection, wait.isNone() ? nowait : query + "\nFOR UPDATE WAIT " + inSeconds(wait.millis()));
        };
    }

    private static String inSeconds(long millis) {
        return BigDecimal.valueOf(millis, 3).toPlainString();
    }

    PreparedStatement statement() {
        return statement;
    }

    /** All rows are locked. */
    abstract void done() throws SQLException;

    /** A wait was over. */
    abstract void givenUp() throws SQLException;

    @Override
    public void close() throws SQLException {
        statement.close();
    }

    private static final class ByClause extends RowLocking {
        ByClause(Connection connection, String sql) throws SQLException {
            super(connection.prepareStatement(sql));
        }

        @Override
        void done() {}

        @Override
        void givenUp() {}
    }

    private static final class OnPostgresql extends RowLocking {
        private static final String SET = "SELECT current_setting('lock_timeout'), set_config('lock_timeout', ?, true)";

        private final Connection connection;
        private final Savepoint savepoint;
        private final @Nullable String before;
        private boolean ended;

        OnPostgresql(Connection connection, String sql, LockWait wait) throws SQLException {
            super(connection.prepareStatement(sql));
            this.connection = connection;
            this.savepoint = connection.setSavepoint();
            this.before = wait.isNone() ? null : setLockTimeout(Long.toString(wait.millis()));
        }

        /** Sets it until the transaction ends; returns what it was. */
        private String setLockTimeout(String value) throws SQLException {
            try (PreparedStatement set = connection.prepareStatement(SET)) {
                set.setString(1, value);
                try (ResultSet row = set.executeQuery()) {
                    row.next();
                    return row.getString(1);
                }
            }
        }

        @Override
        void done() throws SQLException {
            if (before != null) {
                setLockTimeout(before);
            }
            connection.releaseSavepoint(savepoint);
            ended = true;
        }

        @Override
        void givenUp() throws SQLException {
            connection.rollback(savepoint);
            connection.releaseSavepoint(savepoint);
            ended = true;
        }

        /** After an exception, the database's or the reader's, the setting must not stay. */
        @Override
        public void close() throws SQLException {
            super.close();
            if (!ended) {
                givenUp();
            }
        }
    }

    private static final class OnMysql extends RowLocking {
        private static final String READ = "SELECT @@SESSION.innodb_lock_wait_timeout";
        private static final String SET = "SET SESSION innodb_lock_wait_timeout = ?";

        private final Connection connection;
        private final long before;

        OnMysql(Connection connection, String sql, LockWait wait) throws SQLException {
            super(connection.prepareStatement(sql));
            this.connection = connection;
            try (PreparedStatement read = connection.prepareStatement(READ);
                    ResultSet row = read.executeQuery()) {
                row.next();
                this.before = row.getLong(1);
            }
            setLockTimeout(wait.seconds());
        }

        private void setLockTimeout(long seconds) throws SQLException {
            try (PreparedStatement set = connection.prepareStatement(SET)) {
                set.setLong(1, seconds);
                set.execute();
            }
        }

        @Override
        void done() {}

        @Override
        void givenUp() {}

        @Override
        public void close() throws SQLException {
            try {
                setLockTimeout(before);
            } finally {
                super.close();
            }
        }
    }
}
