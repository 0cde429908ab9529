package io.onlyonce.jdbc.guard;

import io.onlyonce.error.MisuseException;
import io.onlyonce.jdbc.ConnectionSource;
import io.onlyonce.jdbc.StatementFailedException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/**
 * Takes from quantities for a reference, at most once, and gives back at most once what was taken.
 *
 * <p>Each item that is taken leaves a row. Giving back turns that row over by one guarded statement, and only who turned it adds the quantity again: a time-out
 * job, a user's cancellation and a refund notice may all try, in any order and as often as they like. What was never taken is never given back.
 *
 * <p>Runs in the transaction of the calling thread; a rollback undoes all of it. Thread-safe.
 */
public final class JdbcDeductions {
    private final BusinessTransaction transaction;
    private final JdbcQuantities quantities;
    private final DeductionTable table;
    private final UniqueInsert<Row, Boolean> rows;
    private final UniqueInserts inserts;

    private record Row(String reference, Line line) {}

    public JdbcDeductions(ConnectionSource transactions, QuantityTable quantities, DeductionTable table) {
        this.transaction = new BusinessTransaction(transactions, null);
        this.quantities = new JdbcQuantities(transactions, quantities);
        this.table = table;
        this.inserts = new UniqueInserts(transactions);
        this.rows = UniqueInsert.<Row>into(
                        table.insert(),
                        row -> List.of(
                                UUID.randomUUID().toString(),
                                row.reference(),
                                row.line().item(),
                                row.line().quantity()))
                .identifiedBy(
                        table.find(), row -> List.of(row.reference(), row.line().item()), found -> true);
    }

    /** Takes from one item. */
    public Deduction deduct(String reference, Line line) {
        return deduct(reference, List.of(line));
    }

    /**
     * Takes all lines for the reference, or none. A reference that has taken some of an item before gets {@link Deduction.TakenBefore}.
     *
     * <p>The quantity's row is changed first and the deduction's row written after it: in the other order a foreign key between them would lock the quantity's row
     * shared and then exclusively, and two buyers would deadlock on InnoDB.
     *
     * @throws MisuseException outside a transaction
     * @throws StatementFailedException if the database refused a statement
     */
    public Deduction deduct(String reference, Collection<Line> lines) {
        List<Line> merged = Line.merged(lines);
        return transaction.run(
                "JdbcDeductions",
                connection -> JdbcQuantities.allOrNothing(connection, () -> deductEach(connection, reference, merged)));
    }

    private Deduction deductEach(Connection connection, String reference, List<Line> merged) throws SQLException {
        Deduction deduction = quantities.deductEach(connection, merged);
        if (deduction instanceof Deduction.Taken) {
            for (Line line : merged) {
                if (inserts.insert(rows, new Row(reference, line)) instanceof Inserted.Existing) {
                    return new Deduction.TakenBefore(line);
                }
            }
        }
        if (deduction instanceof Deduction.TooLittle tooLittle && hasTaken(connection, reference, tooLittle.line())) {
            return new Deduction.TakenBefore(
                    tooLittle.line()); // a repeat that finds the stock sold out since is a repeat
        }
        return deduction;
    }

    private boolean hasTaken(Connection connection, String reference, Line line) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(table.find())) {
            statement.setString(1, reference);
            statement.setString(2, line.item());
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }

    /**
     * Gives back what the reference has taken and not yet given back.
     *
     * @return what was given back now; empty if there was nothing, or nothing any more
     * @throws MisuseException outside a transaction
     * @throws StatementFailedException if the database refused a statement
     */
    public List<Line> giveBack(String reference) {
        return transaction.run("JdbcDeductions", connection -> giveBack(connection, reference));
    }

    private List<Line> giveBack(Connection connection, String reference) throws SQLException {
        List<Line> given = new ArrayList<>();
        for (Line line : lockedOpen(connection, reference)) {
            if (turn(connection, reference, line)) {
                if (!quantities.add(connection, line)) {
                    throw new IllegalStateException(GuardTexts.itemGone(line.item(), reference));
                }
                given.add(line);
            }
        }
        return List.copyOf(given);
    }

    /**
     * What can be given back, current and locked.
     *
     * <p>The quantities' rows are locked first, as a deduction does: at REPEATABLE READ, InnoDB's locking read of the deductions also locks the gaps between
     * them, which would hold up a deduction of somebody else's that has the quantity's row already. Which rows these are is found by a plain read; what it
     * says is a guess, and the locking read after it is what counts.
     */
    private List<Line> lockedOpen(Connection connection, String reference) throws SQLException {
        for (Line line : open(connection, table.open(), reference)) {
            quantities.lock(connection, line.item());
        }
        return open(connection, table.openLocked(), reference);
    }

    private static List<Line> open(Connection connection, String query, String reference) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, reference);
            try (ResultSet row = statement.executeQuery()) {
                List<Line> lines = new ArrayList<>();
                while (row.next()) {
                    lines.add(new Line(row.getString(1), row.getBigDecimal(2)));
                }
                return Line.merged(lines);
            }
        }
    }

    private boolean turn(Connection connection, String reference, Line line) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(table.giveBack())) {
            statement.setString(1, reference);
            statement.setString(2, line.item());
            int rows = statement.executeUpdate();
            if (rows > 1) {
                throw new IllegalStateException(GuardTexts.tooManyRows(table.name(), reference, rows));
            }
            return rows == 1;
        }
    }
}
