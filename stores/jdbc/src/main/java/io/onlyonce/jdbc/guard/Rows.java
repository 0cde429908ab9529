package io.onlyonce.jdbc.guard;

import io.onlyonce.error.MisuseException;

/**
 * The rows of a table by their primary key, for {@link RowLocks}. Immutable, and thread-safe as far as its reader is.
 *
 * <pre>{@code
 * Rows<Long, Account> accounts = Rows.of("SELECT account_id, balance FROM account WHERE account_id = ?",
 *         row -> new Account(row.getLong(1), row.getBigDecimal(2)));
 * }</pre>
 *
 * @param <K> the primary key; its natural order is the order of the locks
 * @param <T> what a row is read as
 */
public final class Rows<K extends Comparable<? super K>, T> {
    private final String query;
    private final RowReader<T> reader;

    private Rows(String query, RowReader<T> reader) {
        this.query = query;
        this.reader = reader;
    }

    /**
     * The rows that this query finds, one for each key.
     *
     * @param query one plain SELECT with one parameter, the primary key, and without a locking clause, which {@link RowLocks} puts behind it
     * @throws MisuseException if the query is of another shape
     */
    public static <K extends Comparable<? super K>, T> Rows<K, T> of(String query, RowReader<T> reader) {
        SqlShape shape = SqlShape.of(query);
        shape.mustBePlainQuery();
        if (shape.parameters() != 1) {
            throw new MisuseException(GuardTexts.notOneParameter(query, shape.parameters()));
        }
        return new Rows<>(query, reader);
    }

    String query() {
        return query;
    }

    RowReader<T> reader() {
        return reader;
    }
}
