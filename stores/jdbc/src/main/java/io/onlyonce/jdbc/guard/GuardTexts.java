package io.onlyonce.jdbc.guard;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** The texts of the guards' errors, in one place: each names the value, the rule and the remedy. */
final class GuardTexts {
    private GuardTexts() {}

    static String tooManyRows(String table, Object id, int rows) {
        return "One statement changed " + rows + " rows of " + table + " for the id \"" + id
                + "\"; an id is a primary key, so there can be only one. Name the primary key's column.";
    }

    static String noChanges(String table) {
        return "An update of " + table
                + " by version names no column to change. Name at least one, or read the row instead.";
    }

    static String quantity(String item, BigDecimal quantity) {
        return "The quantity of \"" + item + "\" is " + quantity
                + "; it must be more than zero. To give something back, use add or giveBack.";
    }

    static String itemGone(String item, String reference) {
        return "\"" + item + "\" was taken for \"" + reference
                + "\" but is not there any more, so it cannot be given back. The transaction must roll back. Keep rows that something was"
                + " taken from.";
    }

    static String identifier(String name) {
        return "The name \"" + name
                + "\" cannot stand in a statement; it has letters, digits and underscores and begins with no digit, a table may have its schema and a dot"
                + " before it. Give names that need no quotation marks.";
    }

    static String noHistory(StatusTable table) {
        return "The " + table + " has no history, which this needs. Name one with StatusTable.history.";
    }

    static String notNew(StatusTable table, Object id, Enum<?> start) {
        return "There is no row " + id + " in state " + start + " behind " + table
                + ", so nothing begins. Insert the row first, in the machine's start state, and note its beginning in the same transaction.";
    }

    static String notOneRow(StatusTable table, Object id, int rows) {
        return "A statement on the row " + id + " in " + table + " changed " + rows
                + " rows where the row is locked and one was certain. The transaction must roll back. A trigger or a view stands between, or the id is"
                + " not unique.";
    }

    static String unchanged(StatusTable table, Object id, Enum<?> current) {
        return "The row " + id + " in " + table + " is locked in state " + current
                + " and its guarded statement changed nothing, although its occurrence is new. The transaction must roll back. A trigger or a view"
                + " stands between.";
    }

    static String laxOccurrence(StatusTable table, String occurrence, String stored) {
        return "The occurrence \"" + occurrence + "\" was looked up in the history of " + table + " and \"" + stored
                + "\" was found: the column takes both for one. Nothing was changed. Give the column a binary collation.";
    }

    static String unknownStatus(StatusTable table, String status, Set<?> known) {
        return "A row's state in " + table + " is \"" + status + "\"; " + known
                + " exist. Another release or a person wrote it: upgrade, or correct the row.";
    }

    static String outsideTransaction(String who) {
        return "No transaction is open on this thread. " + who
                + " works inside the transaction of the business writes, because what it decides holds no longer"
                + " than that: open one around both, with JdbcTransactions.run or by the ConnectionSource of the transactions that are in use.";
    }

    static String autoCommitted(String who) {
        return "The connection commits each statement by itself (auto-commit), so what " + who
                + " decides would be over before it returns. Switch auto-commit"
                + " off before the work, as JdbcTransactions does.";
    }

    static String noPlainQuery(String sql) {
        return "\"" + sql
                + "\" is no plain query. It has to be one SELECT without a semicolon and without FOR UPDATE, FOR SHARE or LOCK IN SHARE MODE: the"
                + " clause that the database needs is put behind it.";
    }

    static String noPlainInsert(String sql) {
        return "\"" + sql
                + "\" is no plain insert. It has to be one INSERT without a semicolon, IGNORE, ON CONFLICT, ON DUPLICATE KEY and RETURNING: IGNORE"
                + " hides other errors than duplicates, and the clause that the database needs is put behind it.";
    }

    static String notOneParameter(String sql, int parameters) {
        return "\"" + sql + "\" has " + parameters
                + " parameters; it has to have one, the primary key: … WHERE account_id = ?. Write the rest as literals.";
    }

    static String identityWithNull(String query, List<?> identity) {
        return "The identity for \"" + query + "\" is " + identity
                + ". It has to have at least one part and no NULL, because NULLs are never equal and no unique constraint keeps"
                + " them apart. Give the columns values, for example an empty text.";
    }

    static String withoutOrder(Object part) {
        return "An identity has a part of " + part.getClass().getName()
                + ", which has no order; without one fixed order two batches may"
                + " deadlock. Use a Comparable (number, text, UUID) or byte[].";
    }

    static String identityNotUnique(String query, List<?> identity) {
        return "\"" + query + "\" finds more than one row for " + identity
                + ". Its columns have to be those of a primary key or a unique constraint: add the constraint, or the missing column.";
    }

    static String notOneRow(String insert, int rows) {
        return "\"" + insert + "\" inserted " + rows
                + " rows; it inserts one. Write one row of VALUES, and look for a trigger or a rule that replaces the insert.";
    }

    static String lockWait(Duration wait) {
        return "A wait of " + wait
                + " was asked for; it has to be between a millisecond and a day. For no wait at all, use LockWait.none().";
    }

    static String notToBeExplained(String statement) {
        return "\"" + statement
                + "\" cannot be checked: it has to be one SELECT, UPDATE, DELETE or WITH, without a semicolon. Nothing else locks the rows that it"
                + " looks for.";
    }

    static String otherParameters(String statement, int wanted, int given) {
        return "\"" + statement + "\" has " + wanted + " parameters, " + given
                + " were given. Give one value of the right type for each; the plan is asked for with them.";
    }

    static String noUniqueKey(String table, List<String> columns, String found) {
        return "There is no unique key of " + table + " on " + columns + ": " + found
                + ". An operation that counts on it would have nothing behind it. Create a whole unique constraint on exactly these columns, NOT NULL"
                + " each, or name the one that exists.";
    }

    static String missingIndex(String statement, String table, String plan) {
        return "No index serves this statement on " + table + ": " + statement
                + ". It reads the table from end to end, so it locks rows or waits for rows that have nothing to do with it. Create an index on"
                + " the columns that its WHERE and ON compare (each side of an OR needs one), or name the primary key. The plan:\n"
                + plan;
    }
}
