package io.onlyonce.jdbc.guard;

import java.util.regex.Pattern;

/** Names of tables and columns that become part of a statement: plain ones only, so that no name can be anything else. */
final class SqlName {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private SqlName() {}

    /** The column's name itself, or an {@link IllegalArgumentException}. */
    static String checked(String name) {
        if (!PLAIN.matcher(name).matches()) {
            throw new IllegalArgumentException(GuardTexts.identifier(name));
        }
        return name;
    }

    /** The same for a table, which may have its schema before a dot. */
    static String checkedTable(String name) {
        int dot = name.indexOf('.');
        checked(name.substring(dot + 1));
        if (dot >= 0) {
            checked(name.substring(0, dot));
        }
        return name;
    }
}
