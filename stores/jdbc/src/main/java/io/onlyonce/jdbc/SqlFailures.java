package io.onlyonce.jdbc;

import io.onlyonce.error.MisuseException;
import io.onlyonce.error.OnlyOnceException;
import io.onlyonce.error.StoreUnavailableException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What a failure of PostgreSQL, MariaDB, MySQL or H2 means, whichever driver reported it and however deep other layers wrapped it; for duplicates see
 * {@link UniqueViolations}.
 *
 * <p>Looks at the failure, its causes and the exceptions chained to them, never at suppressed ones: those are what went wrong <em>after</em> the failure, and
 * a connection that broke while a business error was being rolled back does not turn that error into a broken connection.
 */
public final class SqlFailures {
    private static final int INNODB_DEADLOCK = 1213;
    private static final int INNODB_LOCK_WAIT_TIMEOUT = 1205;
    private static final int INNODB_NOWAIT = 3572;
    private static final int MARIADB_SNAPSHOT_TOO_OLD = 1020;

    private static final Set<String> GIVEN_UP = Set.of("40001", "40P01");
    private static final Set<String> LOST = Set.of("57P01", "57P02", "57P03", "90067", "90098", "90121");

    private SqlFailures() {}

    /**
     * Whether the database gave the whole transaction up (a deadlock, a serialisation failure) and may let it through when all of it is run again.
     *
     * <p>A lock wait that timed out on InnoDB is none, although MySQL's driver reports it with the same SQLState: it undoes one statement, not the
     * transaction.
     */
    public static boolean retryable(Throwable failure) {
        return any(failure, SqlFailures::isGivenUp);
    }

    /** Whether the connection broke, could not be had, or its server is going down. */
    public static boolean connectionLost(Throwable failure) {
        return any(failure, SqlFailures::isConnectionLost);
    }

    /** Whether the time for which a statement may wait for a lock was over. */
    public static boolean lockWaitOver(Throwable failure) {
        return any(failure, SqlFailures::isLockWaitOver);
    }

    /** Whether PostgreSQL refused a statement because an earlier one in the same transaction had failed. */
    static boolean inAbortedTransaction(Throwable failure) {
        return any(failure, e -> "25P02".equals(e.getSQLState()));
    }

    /** The exception that a store throws for what its driver threw. */
    static OnlyOnceException storeFailure(SQLException failure) {
        if (connectionLost(failure)) {
            return new StoreUnavailableException(failure);
        }
        if (inAbortedTransaction(failure)) {
            MisuseException misuse = new MisuseException(JdbcTexts.swallowed());
            misuse.initCause(failure);
            return misuse;
        }
        return new JdbcStoreException(failure);
    }

    /**
     * The exception for what a driver threw at a statement of the application's, for guards of one's own.
     *
     * @return {@link StoreUnavailableException} if the connection is lost, {@link MisuseException} if an earlier failure was swallowed, else {@link
     *     StatementFailedException}
     */
    public static OnlyOnceException statementFailure(SQLException failure) {
        OnlyOnceException known = storeFailure(failure);
        return known instanceof JdbcStoreException ? new StatementFailedException(failure) : known;
    }

    private static boolean isGivenUp(SQLException e) {
        int code = e.getErrorCode();
        return code != INNODB_LOCK_WAIT_TIMEOUT
                && (code == INNODB_DEADLOCK
                        || (code == MARIADB_SNAPSHOT_TOO_OLD && "HY000".equals(e.getSQLState()))
                        || GIVEN_UP.contains(state(e)));
    }

    private static boolean isConnectionLost(SQLException e) {
        return state(e).startsWith("08")
                || LOST.contains(state(e))
                || e instanceof SQLTransientConnectionException
                || e instanceof SQLNonTransientConnectionException
                || e instanceof SQLRecoverableException;
    }

    private static boolean isLockWaitOver(SQLException e) {
        int code = e.getErrorCode();
        return code == INNODB_LOCK_WAIT_TIMEOUT
                || code == INNODB_NOWAIT
                || state(e).equals("55P03")
                || e instanceof SQLTimeoutException;
    }

    static String state(SQLException e) {
        String state = e.getSQLState();
        return state == null ? "" : state;
    }

    private static boolean any(Throwable failure, Predicate<SQLException> test) {
        return chain(failure).stream().anyMatch(test);
    }

    /** All that drivers reported: the failure itself, its causes, and the exceptions chained to them, each once, the outermost first. */
    static List<SQLException> chain(Throwable failure) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Throwable> open = new ArrayDeque<>();
        List<SQLException> found = new ArrayList<>();
        open.add(failure);
        while (!open.isEmpty()) {
            Throwable next = open.remove();
            if (!seen.add(next)) {
                continue;
            }
            if (next instanceof SQLException e) {
                found.add(e);
                if (e.getNextException() != null) {
                    open.add(e.getNextException());
                }
            }
            if (next.getCause() != null) {
                open.add(next.getCause());
            }
        }
        return found;
    }
}
