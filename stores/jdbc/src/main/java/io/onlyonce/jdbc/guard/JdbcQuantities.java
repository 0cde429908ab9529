package io.onlyonce.jdbc.guard;

import io.onlyonce.jdbc.ConnectionSource;
import io.onlyonce.jdbc.StatementFailedException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.Collection;
import java.util.List;

/**
 * Takes from quantities and adds to them by relative updates: {@code stock = stock - n WHERE ... AND stock >= n}. Check and deduction are one statement;
 * between two statements another buyer would fit.
 *
 * <p>Several lines are merged by item and taken in one order, so two carts in opposite order do not deadlock, and all or nothing is taken. Runs in the
 * transaction of the calling thread; a rollback gives everything back. Thread-safe.
 */
public final class JdbcQuantities {
    private final BusinessTransaction transaction;
    private final QuantityTable table;

    public JdbcQuantities(ConnectionSource transactions, QuantityTable table) {
        this.transaction = new BusinessTransaction(transactions, null);
        this.table = table;
    }

    /** Takes from one item. */
    public Deduction deduct(Line line) {
        return deduct(List.of(line));
    }

    /**
     * Takes all lines, or none.
     *
     * @throws io.onlyonce.error.MisuseException outside a transaction
     * @throws StatementFailedException if the database refused a statement
     */
    public Deduction deduct(Collection<Line> lines) {
        List<Line> merged = Line.merged(lines);
        return transaction.run(
                "JdbcQuantities", connection -> allOrNothing(connection, () -> deductEach(connection, merged)));
    }

    /** What takes something and may find in the middle that it cannot. */
    @FunctionalInterface
    interface Taking {
        Deduction now() throws SQLException;
    }

    /** Undoes what was taken before a line that could not be, and leaves the transaction usable. */
    static Deduction allOrNothing(Connection connection, Taking taking) throws SQLException {
        Savepoint before = connection.setSavepoint();
        Deduction deduction = taking.now();
        if (deduction instanceof Deduction.Taken) {
            connection.releaseSavepoint(before);
        } else {
            connection.rollback(before);
        }
        return deduction;
    }

    Deduction deductEach(Connection connection, List<Line> merged) throws SQLException {
        for (Line line : merged) {
            if (!deduct(connection, line)) {
                return exists(connection, line.item()) ? new Deduction.TooLittle(line) : new Deduction.NoSuchItem(line);
            }
        }
        return new Deduction.Taken(merged);
    }

    /**
     * Adds to one item.
     *
     * @return whether the item exists
     * @throws io.onlyonce.error.MisuseException outside a transaction
     * @throws StatementFailedException if the database refused the statement
     */
    public boolean add(Line line) {
        return transaction.run("JdbcQuantities", connection -> add(connection, line));
    }

    private boolean deduct(Connection connection, Line line) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(table.deduct())) {
            statement.setBigDecimal(1, line.quantity());
            statement.setString(2, line.item());
            statement.setBigDecimal(3, line.quantity());
            return isOne(line, statement.executeUpdate());
        }
    }

    boolean add(Connection connection, Line line) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(table.add())) {
            statement.setBigDecimal(1, line.quantity());
            statement.setString(2, line.item());
            return isOne(line, statement.executeUpdate());
        }
    }

    private boolean isOne(Line line, int rows) {
        if (rows > 1) {
            throw new IllegalStateException(GuardTexts.tooManyRows(table.name(), line.item(), rows));
        }
        return rows == 1;
    }

    private boolean exists(Connection connection, String item) throws SQLException {
        return finds(connection, table.exists(), item);
    }

    void lock(Connection connection, String item) throws SQLException {
        finds(connection, table.lock(), item);
    }

    private static boolean finds(Connection connection, String query, String item) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, item);
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }
}
