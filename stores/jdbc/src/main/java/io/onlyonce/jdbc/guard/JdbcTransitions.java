package io.onlyonce.jdbc.guard;

import io.onlyonce.error.ErrorTexts;
import io.onlyonce.error.MisuseException;
import io.onlyonce.jdbc.ConnectionSource;
import io.onlyonce.jdbc.JdbcTransactions;
import io.onlyonce.jdbc.SqlFailures;
import io.onlyonce.jdbc.StatementFailedException;
import io.onlyonce.state.Event;
import io.onlyonce.state.Occurrence;
import io.onlyonce.state.StateMachine;
import io.onlyonce.state.Transition;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Moves rows along the legal transitions of a {@link StateMachine}, each by one compare-and-set: {@code UPDATE … SET status = 'PAID' WHERE id = ? AND status
 * IN ('PENDING', 'PAYING')}. Of several that compete for a row exactly one is {@link Transition.Applied}; the others learn what the row's state is now.
 *
 * <p>All happens in the transaction that is open on the calling thread, together with what belongs to the transition, and takes effect with its commit. An
 * applied change locks the row until then; so does the reading after a change that was not applied, unless there is no row. The history entry is written in the
 * same transaction, under that lock. Its {@code at} is the database's {@code CURRENT_TIMESTAMP}, which on PostgreSQL is when the transaction began, so
 * {@code seq} gives the order and not {@code at}.
 *
 * <p>The reading is a locking one, because a plain one would still show the old state on InnoDB at REPEATABLE READ. The answers don't depend on whether a
 * MySQL or MariaDB driver counts rows found or rows changed: each change changes the status.
 *
 * <p>On PostgreSQL at REPEATABLE READ or above, and on MariaDB with {@code innodb_snapshot_isolation}, a row that another transaction has changed since the
 * snapshot is no answer but a failure that {@link SqlFailures#retryable} knows: the whole transaction is to be run again, as after a deadlock.
 *
 * <p><b>The history</b> begins with {@link #begin}, called where the row is inserted. A row that is older than the history table has no entry: run {@link
 * #adoption()} once after creating the table. It notes each such row's state under {@code seq} 0, which {@link #audit} takes for granted. Without it the
 * first transition of an older row is noted with an unknown {@code from_status}, null, and audit reports the row. InnoDB at REPEATABLE READ locks the
 * gap in which a first entry would be; that is another reason to let no row be without one, since two rows without an entry that are advanced at once may
 * deadlock there.
 *
 * <p>Thread-safe; make one per table and keep it.
 */
public final class JdbcTransitions<S extends Enum<S>> {
    private final BusinessTransaction transaction;
    private final StateMachine<S> machine;
    private final StatusTable table;
    private final TransitionSql sql;
    private final Map<Event<S>, Move<S>> byEvent = new HashMap<>();
    private final Map<S, Move<S>> byTarget;

    /** What leads to one target, and how an unchanged row is read. */
    private record Move<S extends Enum<S>>(
            S target, Set<S> sources, Function<@Nullable S, Transition<S>> reading, String change, String changeOnce) {}

    /**
     * @param transactions the transactions of the business writes, for example {@link JdbcTransactions}
     */
    public JdbcTransitions(ConnectionSource transactions, StateMachine<S> machine, StatusTable table) {
        this.transaction = new BusinessTransaction(transactions, null);
        this.machine = machine;
        this.table = table;
        this.sql = new TransitionSql(table, machine);
        this.byTarget = new EnumMap<>(machine.start().getDeclaringClass());
        for (Event<S> event : machine.events()) {
            byEvent.put(event, move(event.target(), event.sources(), current -> machine.read(event, current)));
        }
        for (S target : machine.states()) {
            Set<S> sources = machine.sourcesOf(target);
            if (!sources.isEmpty()) {
                byTarget.put(target, move(target, sources, current -> machine.read(target, current)));
            }
        }
    }

    private Move<S> move(S target, Set<S> sources, Function<@Nullable S, Transition<S>> reading) {
        return new Move<>(target, sources, reading, sql.change(target, sources), sql.changeOnce(target, sources));
    }

    /**
     * Notes in the history that a row, just inserted in this transaction, begins in the machine's start.
     *
     * @param id of the row, of a type that the driver takes for its column
     * @param cause why, as the history shall have it
     * @throws MisuseException if no transaction is open, the table has no history, or there is no such row in the start state
     * @throws StatementFailedException if the database refused a statement; the row's history has begun already, for example
     */
    public void begin(Object id, String cause) {
        mustHaveHistory();
        int rows = transaction.run("JdbcTransitions", connection -> execute(connection, sql.begin(), cause, id));
        if (rows == 0) {
            throw new MisuseException(GuardTexts.notNew(table, id, machine.start()));
        }
        mustBeOne(rows, id);
    }

    /**
     * Lets an event happen to a row. One statement if it applies, two with a history; one more if it does not.
     *
     * @param id of the row, of a type that the driver takes for its column
     * @param cause why, as the history shall have it
     * @throws MisuseException if no transaction is open, or the event is none of the machine's
     * @throws StatementFailedException if the database refused a statement
     */
    public Transition<S> advance(Object id, Event<S> event, String cause) {
        Move<S> move = moveOf(event);
        return transaction.run("JdbcTransitions", connection -> advance(connection, id, move, cause));
    }

    /**
     * Brings a row to a state from whichever state a legal transition leads there.
     *
     * @param id of the row, of a type that the driver takes for its column
     * @param cause why, as the history shall have it
     * @throws MisuseException if no transaction is open, or no event leads to the target
     * @throws StatementFailedException if the database refused a statement
     */
    public Transition<S> advance(Object id, S target, String cause) {
        Move<S> move = byTarget.get(target);
        if (move == null) {
            throw new MisuseException(ErrorTexts.noWayTo(target));
        }
        return transaction.run("JdbcTransitions", connection -> advance(connection, id, move, cause));
    }

    /**
     * Lets one occurrence of an event happen to a row, at most once, even where a cycle has brought the row back to a state that the event fits. Whether it
     * has been is kept in the history's column {@code occurrence}. Three statements if it applies, two or three if not.
     *
     * <p>Only what took effect is remembered: an occurrence that was answered with anything but {@link Transition.Applied} is new when it comes again, and
     * applies if it fits then. And an occurrence that is new is taken for one of the present: whether a first notice of an old attempt belongs to the
     * attempt that runs now is for the caller to know.
     *
     * @param id of the row, of a type that the driver takes for its column
     * @param cause why, as the history shall have it
     * @throws MisuseException if no transaction is open, the event is none of the machine's, or the table has no history
     * @throws StatementFailedException if the database refused a statement; the history has no column {@code occurrence}, for example
     */
    public Transition<S> advance(Object id, Event<S> event, Occurrence occurrence, String cause) {
        Move<S> move = moveOf(event);
        mustHaveHistory();
        return transaction.run("JdbcTransitions", connection -> advance(connection, id, move, occurrence, cause));
    }

    private Transition<S> advance(Connection connection, Object id, Move<S> move, String cause) throws SQLException {
        if (changed(connection, id, move.change, id)) {
            return noted(connection, id, move, sql.note(), cause, id);
        }
        S current = lock(connection, id);
        if (current == null || !move.sources.contains(current)) {
            return move.reading.apply(current);
        }
        // Another transaction brought it there between the two statements. Now that the row is locked the change is
        // certain.
        mustBeOne(execute(connection, move.change, id), id);
        return noted(connection, id, move, sql.note(), cause, id);
    }

    /**
     * Locks first. Without the lock the change and its look at the history would see two different moments on PostgreSQL, where a statement that has waited for
     * a row looks at the row anew, but not at the history.
     */
    private Transition<S> advance(Connection connection, Object id, Move<S> move, Occurrence occurrence, String cause)
            throws SQLException {
        S current = lock(connection, id);
        if (current == null) {
            return move.reading.apply(null);
        }
        boolean fits = move.sources.contains(current);
        if (fits && changed(connection, id, move.changeOnce, id, occurrence.id())) {
            return noted(connection, id, move, sql.noteOnce(), cause, occurrence.id(), id);
        }
        S before = effectOf(connection, id, occurrence);
        if (before != null) {
            return new Transition.Repeated<>(before, current);
        }
        if (fits) {
            throw new IllegalStateException(GuardTexts.unchanged(table, id, current));
        }
        return move.reading.apply(current);
    }

    /** Writes the history entry, if there is a history. */
    private Transition<S> noted(Connection connection, Object id, Move<S> move, String note, Object... parameters)
            throws SQLException {
        if (table.history() != null) {
            mustBeOne(execute(connection, note, parameters), id);
        }
        return new Transition.Applied<>(move.target);
    }

    private boolean changed(Connection connection, Object id, String statement, Object... parameters)
            throws SQLException {
        int rows = execute(connection, statement, parameters);
        if (rows > 1) {
            throw new IllegalStateException(GuardTexts.tooManyRows(table.table(), id, rows));
        }
        return rows == 1;
    }

    private void mustBeOne(int rows, Object id) {
        if (rows != 1) {
            throw new IllegalStateException(GuardTexts.notOneRow(table, id, rows));
        }
    }

    private @Nullable S lock(Connection connection, Object id) throws SQLException {
        try (PreparedStatement statement = bound(connection, sql.lock(), id);
                ResultSet row = statement.executeQuery()) {
            return row.next() ? state(row.getString(1)) : null;
        }
    }

    /** Where this occurrence has led the row; null if it has not been. */
    private @Nullable S effectOf(Connection connection, Object id, Occurrence occurrence) throws SQLException {
        try (PreparedStatement statement = bound(connection, sql.lookUp(), id, occurrence.id());
                ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
                return null;
            }
            String stored = row.getString(1);
            if (!stored.equals(occurrence.id())) {
                throw new IllegalStateException(GuardTexts.laxOccurrence(table, occurrence.id(), stored));
            }
            return state(row.getString(2));
        }
    }

    private S state(@Nullable String stored) {
        String name = stored == null ? "" : stored.stripTrailing(); // a CHAR column pads
        for (S state : machine.states()) {
            if (state.name().equals(name)) {
                return state;
            }
        }
        throw new IllegalStateException(GuardTexts.unknownStatus(table, name, machine.states()));
    }

    private static int execute(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = bound(connection, sql, parameters)) {
            return statement.executeUpdate();
        }
    }

    private static PreparedStatement bound(Connection connection, String sql, Object... parameters)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
        return statement;
    }

    private Move<S> moveOf(Event<S> event) {
        Move<S> move = byEvent.get(event);
        if (move == null) {
            throw new MisuseException(ErrorTexts.foreignEvent(event, machine.events()));
        }
        return move;
    }

    private void mustHaveHistory() {
        if (table.history() == null) {
            throw new MisuseException(GuardTexts.noHistory(table));
        }
    }

    /**
     * The condition for a {@code CHECK} constraint on the status, so that the database knows the states too: {@code status IN ('PENDING', …)}. H2 2.4 forgets
     * such a condition's settings with the session that made it, and then refuses every row; there use another form of it.
     */
    public String checkConstraint() {
        return sql.check();
    }

    /**
     * The statement that notes the present state of all rows without a history, to be run once by whoever creates the history for a table with rows.
     *
     * @throws MisuseException if the table has no history
     */
    public String adoption() {
        mustHaveHistory();
        return sql.adopt();
    }

    /**
     * One query whose rows are everything in the table and its history that contradicts the machine: id, seq, from_status, to_status and the name of the
     * {@link IllegalEdge.Problem}. None is good. It reads whole tables; meant for tests and for a look now and then.
     */
    public String illegalData() {
        return sql.audit();
    }

    /**
     * Runs {@link #illegalData()} on a connection of its own; what is not committed is not seen. Empty if all is well.
     *
     * @throws StatementFailedException if the database refused the query
     */
    public List<IllegalEdge> audit(DataSource dataSource) {
        return TransitionAudit.run(dataSource, sql.audit());
    }

    /** The statements, to be read by people. */
    public String sql() {
        StringBuilder text = new StringBuilder();
        machine.events()
                .forEach(event -> text.append("-- ").append(event).append('\n').append(moveOf(event).change));
        text.append("-- if that changed nothing\n").append(sql.lock()).append('\n');
        if (table.history() != null) {
            text.append("-- history\n").append(sql.note());
        }
        return text.toString();
    }

    @Override
    public String toString() {
        return table + " " + machine;
    }
}
