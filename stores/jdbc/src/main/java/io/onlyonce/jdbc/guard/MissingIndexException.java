package io.onlyonce.jdbc.guard;

import io.onlyonce.error.OnlyOnceException;

/** No index can serve a statement that locks: it would lock or wait for rows that have nothing to do with it. Nothing was executed. */
public final class MissingIndexException extends OnlyOnceException {
    private static final long serialVersionUID = 1L;

    private final String statement;
    private final String table;
    private final String plan;

    MissingIndexException(String statement, String table, String plan) {
        super("missing-index", GuardTexts.missingIndex(statement, table, plan));
        this.statement = statement;
        this.table = table;
        this.plan = plan;
    }

    /** The statement that was checked. */
    public String statement() {
        return statement;
    }

    /** The table that is read from end to end, or its alias, as the plan calls it. */
    public String table() {
        return table;
    }

    /** The database's plan, line by line. */
    public String plan() {
        return plan;
    }
}
