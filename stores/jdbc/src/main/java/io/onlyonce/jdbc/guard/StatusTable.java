package io.onlyonce.jdbc.guard;

import org.jspecify.annotations.Nullable;

/**
 * Where a state stands: a table with an id that is unique and a status column that holds the name of the enum's constant; beside it, if wanted, a version
 * that each transition counts up, and a history with a row for each transition. Immutable and thread-safe.
 *
 * <pre>{@code
 * StatusTable.of("orders", "order_id", "status").version("version").history("order_history", "order_id")
 * }</pre>
 *
 * <p>Names are put into the statements as they are written here: letters, digits and underscores, a table's with its schema before a dot if need be.
 */
public final class StatusTable {
    private final String table;
    private final String id;
    private final String status;
    private final @Nullable String version;
    private final @Nullable History history;

    /** The table that keeps the transitions, and its column for the id. */
    record History(String table, String id) {}

    private StatusTable(String table, String id, String status, @Nullable String version, @Nullable History history) {
        this.table = table;
        this.id = id;
        this.status = status;
        this.version = version;
        this.history = history;
    }

    /**
     * A table without version and history.
     *
     * @param idColumn its primary key, or a column with a unique index: the guarded statement names it, and nothing else finds the row
     * @param statusColumn a text as long as the longest name of a state, NOT NULL
     * @throws IllegalArgumentException if a name is not usable
     */
    public static StatusTable of(String table, String idColumn, String statusColumn) {
        return new StatusTable(
                SqlName.checkedTable(table), SqlName.checked(idColumn), SqlName.checked(statusColumn), null, null);
    }

    /**
     * The same with an integer column, NOT NULL, that each transition counts up by one, so that version checks elsewhere notice it.
     *
     * @throws IllegalArgumentException if the name is not usable
     */
    public StatusTable version(String column) {
        return new StatusTable(table, id, status, SqlName.checked(column), history);
    }

    /**
     * The same with a history, to which only {@link JdbcTransitions} writes. Besides the id it has the columns {@code seq}, an integer that makes the primary
     * key together with the id, {@code from_status}, which may be null, {@code to_status}, {@code cause}, and {@code at}, an instant. For events with an
     * {@linkplain io.onlyonce.state.Occurrence occurrence} it also has {@code occurrence}, which may be null, and a unique key over id and occurrence;
     * that column compares byte by byte and holds 200 characters.
     *
     * <pre>{@code
     * CREATE TABLE order_history (
     *     order_id    VARCHAR(64)  NOT NULL,
     *     seq         BIGINT       NOT NULL,
     *     from_status VARCHAR(16),
     *     to_status   VARCHAR(16)  NOT NULL,
     *     cause       VARCHAR(200) NOT NULL,
     *     at          TIMESTAMP(6) WITH TIME ZONE NOT NULL,   -- DATETIME(6) on MariaDB and MySQL
     *     occurrence  VARCHAR(200),                           -- CHARACTER SET ascii COLLATE ascii_bin there
     *     PRIMARY KEY (order_id, seq),
     *     CONSTRAINT order_history_occurrence UNIQUE (order_id, occurrence)
     * )
     * }</pre>
     *
     * @param idColumn the column that refers to the row
     * @throws IllegalArgumentException if a name is not usable
     */
    public StatusTable history(String table, String idColumn) {
        return new StatusTable(
                this.table, id, status, version, new History(SqlName.checkedTable(table), SqlName.checked(idColumn)));
    }

    String table() {
        return table;
    }

    String id() {
        return id;
    }

    String status() {
        return status;
    }

    @Nullable
    String version() {
        return version;
    }

    @Nullable
    History history() {
        return history;
    }

    @Override
    public String toString() {
        return table + "." + status;
    }
}
