package io.onlyonce.jdbc.guard;

import io.onlyonce.error.MisuseException;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.jdbc.Dialect;
import io.onlyonce.jdbc.SqlFailures;
import io.onlyonce.jdbc.StatementFailedException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Checks in a test that an index can serve a locking or guarded statement. Without one, {@code SELECT … FOR UPDATE}, UPDATE and DELETE read the table from end
 * to end: InnoDB locks every row on the way, and any database waits for rows that have nothing to do with the statement.
 *
 * <pre>{@code
 * new IndexGuard(dataSource).check("UPDATE orders SET status = ? WHERE order_no = ? AND status = ?", "PAID", "4711", "NEW");
 * }</pre>
 *
 * <p>It asks the database for its plan, never for the result: the statement is not executed, and the transaction is rolled back. The tables may be empty or tiny;
 * the question is whether an index <em>can</em> serve, not whether it pays. A full scan of an index counts as none, and so does, on PostgreSQL, a partial
 * index whose condition is the whole WHERE clause.
 *
 * <p>Meant for tests; the checked statement must be the same text that the application executes. Thread-safe.
 */
public final class IndexGuard {
    private final DataSource dataSource;

    /** Checks on connections of this source. */
    public IndexGuard(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** A table that is read from end to end, and the plan that says so. */
    record Scan(String table, String plan) {}

    /**
     * Checks one SELECT, UPDATE or DELETE.
     *
     * @param parameters one for each parameter of the statement; any values of the right types
     * @throws MissingIndexException if it reads a table from end to end
     * @throws MisuseException if it is another kind of statement, or has another number of parameters
     * @throws StoreUnavailableException if the database cannot be reached
     * @throws StatementFailedException if the database refused to plan it
     */
    public void check(String statement, @Nullable Object... parameters) {
        SqlShape shape = SqlShape.of(statement);
        if (!shape.beginsWith("select", "update", "delete", "with")) {
            throw new MisuseException(GuardTexts.notToBeExplained(statement));
        }
        if (shape.parameters() != parameters.length) {
            throw new MisuseException(GuardTexts.otherParameters(statement, shape.parameters(), parameters.length));
        }
        Optional<Scan> scan;
        try (Connection connection = dataSource.getConnection()) {
            scan = plan(connection, statement, parameters);
        } catch (SQLException e) {
            throw SqlFailures.statementFailure(e);
        }
        if (scan.isPresent()) {
            throw new MissingIndexException(
                    statement, scan.get().table(), scan.get().plan());
        }
    }

    private static Optional<Scan> plan(Connection connection, String statement, @Nullable Object... parameters)
            throws SQLException {
        boolean autoCommit = connection.getAutoCommit();
        connection.setAutoCommit(false);
        try {
            Plans plans = new Plans(connection, Arrays.asList(parameters));
            return switch (Dialect.of(connection)) {
                case POSTGRESQL -> PostgresqlPlans.scan(plans, statement);
                case MARIADB -> InnodbPlans.scan(plans, "EXPLAIN ", statement);
                case MYSQL -> InnodbPlans.scan(plans, "EXPLAIN FORMAT=TRADITIONAL ", statement);
                case H2 -> H2Plans.scan(plans, statement);
            };
        } finally {
            connection.rollback();
            connection.setAutoCommit(autoCommit);
        }
    }
}
