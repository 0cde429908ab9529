package io.onlyonce.jdbc;

import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Which unique constraint or index a failure of PostgreSQL, MariaDB, MySQL or H2 violated, whichever driver reported it and however deep Spring, Hibernate
 * or a batch wrapped it.
 *
 * <p>A duplicate is known by SQLState and vendor code, never by the exception's class; NOT NULL, foreign keys, CHECK and lengths are none. The name is the one
 * that the server wrote, and no value that somebody inserted can pass for it: PostgreSQL's driver hands it out apart from the text, the others' messages are
 * read from the end that the value does not reach. Where a message can be read in two ways, where one failure reports several constraints, or another
 * broken rule beside a duplicate, the answer is "unknown", which is no duplicate: an error too many, never a replay too many.
 *
 * <p>Names:
 *
 * <ul>
 *   <li>of any database in any case; without schema and table;
 *   <li>{@code PRIMARY} for a primary key of MariaDB or MySQL; one of H2 answers to it, too, besides to its own name, which only H2 2.4 tells;
 *   <li>H2 before 2.4 reports the index that it made for a constraint, {@code UK_PHONE_INDEX_2}: that is {@code UK_PHONE}, and so is an index that was called
 *       that;
 *   <li>MySQL puts the table's name and a dot before it: names with dots in them are not known there.
 * </ul>
 */
public final class UniqueViolations {
    private static final int INNODB_DUPLICATE = 1062;

    private UniqueViolations() {}

    /** The name of the unique constraint or index that was violated, as the server wrote it; empty if there is none or it is unknown. */
    public static Optional<String> constraintOf(Throwable failure) {
        return names(failure).stream().findFirst();
    }

    /**
     * Whether a unique constraint of this name was violated, and no other.
     *
     * @param constraint the name, in any case
     */
    public static boolean isOf(Throwable failure, String constraint) {
        return names(failure).stream().anyMatch(constraint::equalsIgnoreCase);
    }

    /** Whether a unique constraint was violated, whatever its name, and no other rule. */
    public static boolean isAny(Throwable failure) {
        List<SQLException> chain = SqlFailures.chain(failure);
        return chain.stream().anyMatch(UniqueViolations::isDuplicate)
                && chain.stream().noneMatch(UniqueViolations::isOtherRule);
    }

    /** The names that the violated constraint may be called by, the best one first. */
    private static List<String> names(Throwable failure) {
        if (!isAny(failure)) {
            return List.of();
        }
        List<List<String>> all = SqlFailures.chain(failure).stream()
                .filter(UniqueViolations::isDuplicate)
                .filter(e -> !isSummary(e))
                .map(ViolationMessages::names)
                .distinct()
                .toList();
        return all.size() == 1 ? all.get(0) : List.of();
    }

    private static boolean isDuplicate(SQLException e) {
        String state = SqlFailures.state(e);
        return state.equals("23505") || (state.equals("23000") && e.getErrorCode() == INNODB_DUPLICATE);
    }

    /** A batch goes on after an error on some drivers, so another row's error may be chained to the duplicate. */
    private static boolean isOtherRule(SQLException e) {
        String state = SqlFailures.state(e);
        return (state.startsWith("22") || state.startsWith("23")) && !isDuplicate(e);
    }

    /** A batch's exception repeats the state of what it carries, and on PostgreSQL its text starts with the statement and the values in it. */
    private static boolean isSummary(SQLException e) {
        return e instanceof BatchUpdateException
                && (e.getNextException() != null || e.getCause() instanceof SQLException);
    }
}
