package io.onlyonce.jdbc.guard;

import io.onlyonce.error.MisuseException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An insert and the query by which the row is found that stands in its way. Immutable and thread-safe as far as its functions are.
 *
 * <pre>{@code
 * UniqueInsert<Notice, Receipt> notices = UniqueInsert
 *         .<Notice>into("INSERT INTO notice (channel, notice_id, body) VALUES (?, ?, ?)",
 *                 n -> UniqueInsert.values(n.channel(), n.id(), n.body()))
 *         .identifiedBy("SELECT received_at FROM notice WHERE channel = ? AND notice_id = ?",
 *                 n -> List.of(n.channel(), n.id()),
 *                 row -> new Receipt(row.getString(1)));
 * }</pre>
 *
 * <p>The query decides what a duplicate is: its columns must be those of a unique constraint, and none of them NULL, because NULLs are never equal.
 *
 * @param <I> what is inserted
 * @param <T> what an existing row is read as
 */
public final class UniqueInsert<I, T> {
    private final Into<I> into;
    private final String query;
    private final Function<? super I, ? extends List<?>> identity;
    private final RowReader<T> row;

    private UniqueInsert(
            Into<I> into, String query, Function<? super I, ? extends List<?>> identity, RowReader<T> row) {
        this.into = into;
        this.query = query;
        this.identity = identity;
        this.row = row;
    }

    /**
     * Begins with the insert.
     *
     * @param insert one plain INSERT of one row, without a conflict clause, IGNORE or RETURNING
     * @param values its parameters, in their order, as {@link java.sql.PreparedStatement#setObject(int, Object)} takes them; may hold null, see
     *     {@link #values}
     * @throws MisuseException if the statement is of another shape
     */
    public static <I> Into<I> into(
            String insert, Function<? super I, ? extends List<? extends @Nullable Object>> values) {
        SqlShape.of(insert).mustBePlainInsert();
        return new Into<>(insert, values);
    }

    /** A list that may hold null, as {@link List#of} may not. */
    public static List<@Nullable Object> values(@Nullable Object... values) {
        List<@Nullable Object> list = new ArrayList<>(values.length);
        for (Object value : values) {
            list.add(value);
        }
        return Collections.unmodifiableList(list);
    }

    /** An insert that lacks its identity. */
    public static final class Into<I> {
        private final String insert;
        private final Function<? super I, ? extends List<? extends @Nullable Object>> values;

        private Into(String insert, Function<? super I, ? extends List<? extends @Nullable Object>> values) {
            this.insert = insert;
            this.values = values;
        }

        /**
         * Adds the identity.
         *
         * @param query one plain SELECT of the row with an identity, without a locking clause
         * @param identity its parameters, in their order: numbers, texts, UUIDs and whatever else is {@link Comparable}, or {@code byte[]}
         * @param row reads the row that was found
         * @throws MisuseException if the query is of another shape
         */
        public <T> UniqueInsert<I, T> identifiedBy(
                String query, Function<? super I, ? extends List<?>> identity, RowReader<T> row) {
            SqlShape.of(query).mustBePlainQuery();
            return new UniqueInsert<>(this, query, identity, row);
        }
    }

    String insert() {
        return into.insert;
    }

    List<? extends @Nullable Object> valuesOf(I item) {
        return into.values.apply(item);
    }

    String query() {
        return query;
    }

    /** The item's identity, in which nothing is null. */
    List<?> identityOf(I item) {
        List<?> parts = identity.apply(item);
        if (parts.isEmpty() || parts.stream().anyMatch(part -> part == null)) {
            throw new MisuseException(GuardTexts.identityWithNull(query, parts));
        }
        return parts;
    }

    RowReader<T> row() {
        return row;
    }
}
