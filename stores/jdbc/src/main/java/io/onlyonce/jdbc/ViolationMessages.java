package io.onlyonce.jdbc;

import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds a constraint's name in the message of a duplicate. The message of MariaDB, MySQL and H2 holds the duplicate value, too, and whoever chose that value
 * may have chosen it to look like a name.
 */
final class ViolationMessages {
    private static final String PRIMARY = "PRIMARY";

    private static final int H2_DUPLICATE = 23505;

    /** {@code (conn=7) Duplicate entry 'value' for key 'name'}; the value may hold anything. */
    private static final Pattern INNODB_ENGLISH =
            Pattern.compile("(?:\\(conn[=:]-?\\d+\\) )?Duplicate entry '.*", Pattern.DOTALL);

    private static final String FOR_KEY = "' for key '";

    /** What the drivers append when they are told to show the statement: MariaDB's, MySQL's. */
    private static final List<String> DUMPS =
            List.of("'\nQuery is: ", "'\n\nQuery being executed when exception was thrown:\n");

    /** The first line has no value in it. The marks are those of PostgreSQL's translations. */
    private static final Pattern POSTGRESQL = Pattern.compile(
            "[^\"\u00ab\u00bb\u201e\u201c\u201d\\n]*[\"\u00ab\u00bb\u201e\u201c\u201d][\\s\u00a0]*([^\\n]+?)[\\s\u00a0]*[\"\u00ab\u00bb\u201e\u201c\u201d][^\"\u00ab\u00bb\u201e\u201c\u201d\\n]*");

    /** H2 quotes the text, so that the marks around an odd name are doubled. */
    private static final String H2_PART = "(?:\"\"(?:\"\"\"\"|[^\"])+\"\"|[^\\s\".]+)";

    private static final String H2_PATH = "(?:" + H2_PART + "\\.)*(" + H2_PART + ")";

    private static final Pattern H2 = Pattern.compile(
            "[^\"]*\"(?:" + H2_PATH + " (?:(PRIMARY KEY) |INDEX " + H2_PATH + " )?ON |PRIMARY KEY ON ).*",
            Pattern.DOTALL);

    private static final Pattern H2_MADE_INDEX = Pattern.compile("(.+)_INDEX_[0-9A-F]+(?:_\\d+)?");

    private static final Pattern H2_MADE_KEY = Pattern.compile("PRIMARY_KEY_[0-9A-F]+(?:_\\d+)?");

    private ViolationMessages() {}

    /** The names that the constraint may be called by, the best one first; empty if the message can be read in two ways. */
    static List<String> names(SQLException duplicate) {
        String message = String.valueOf(duplicate.getMessage());
        if (!SqlFailures.state(duplicate).equals("23505")) {
            return innodb(message);
        }
        if (duplicate.getErrorCode() == H2_DUPLICATE) {
            return h2(message);
        }
        String told = PostgresqlErrors.constraintOf(duplicate);
        return told != null ? List.of(told) : postgresql(message);
    }

    private static List<String> postgresql(String message) {
        Matcher shape = POSTGRESQL.matcher(message.lines().findFirst().orElse(""));
        return shape.matches() ? List.of(shape.group(1)) : List.of();
    }

    private static List<String> innodb(String message) {
        Set<String> readings = INNODB_ENGLISH.matcher(message).matches() ? english(message) : translated(message);
        if (readings.size() != 1) {
            return List.of();
        }
        String name = readings.iterator().next();
        int dot = name.indexOf('.');
        if (dot < 0) {
            return List.of(name);
        }
        return dot == name.lastIndexOf('.') ? List.of(name.substring(dot + 1), name) : List.of();
    }

    /** A name for each place where the server's text may end: the message's end, and before each thing that looks like a dump. */
    private static Set<String> english(String message) {
        Set<String> readings = new LinkedHashSet<>();
        if (message.endsWith("'")) {
            addName(readings, message.substring(0, message.length() - 1));
        }
        for (String dump : DUMPS) {
            for (int at = message.indexOf(dump); at >= 0; at = message.indexOf(dump, at + 1)) {
                addName(readings, message.substring(0, at));
            }
        }
        return readings;
    }

    private static void addName(Set<String> readings, String text) {
        int at = text.lastIndexOf(FOR_KEY);
        if (at >= 0) {
            String name = text.substring(at + FOR_KEY.length());
            if (!name.isEmpty() && name.indexOf('\n') < 0) {
                readings.add(name);
            }
        }
    }

    /** In another language of the server the name is still the last text in quotes; with a dump after it nothing is certain. */
    private static Set<String> translated(String message) {
        int end = message.lastIndexOf('\'');
        int start = message.lastIndexOf('\'', end - 1);
        boolean certain = start >= 0 && end - start > 1 && DUMPS.stream().noneMatch(message::contains);
        return certain ? Set.of(message.substring(start + 1, end)) : Set.of();
    }

    private static List<String> h2(String message) {
        Matcher shape = H2.matcher(message);
        if (!shape.matches()) {
            return List.of();
        }
        if (shape.group(1) == null) {
            return List.of(PRIMARY);
        }
        String name = plain(shape.group(1));
        if (shape.group(2) != null) {
            return List.of(name, PRIMARY);
        }
        String index = shape.group(3);
        if (index != null) {
            return H2_MADE_KEY.matcher(index).matches() ? List.of(name, PRIMARY) : List.of(name);
        }
        if (H2_MADE_KEY.matcher(name).matches()) {
            return List.of(PRIMARY, name);
        }
        Matcher made = H2_MADE_INDEX.matcher(name);
        return made.matches() ? List.of(made.group(1), name) : List.of(name);
    }

    private static String plain(String part) {
        return part.startsWith("\"\"") ? part.substring(2, part.length() - 2).replace("\"\"\"\"", "\"") : part;
    }
}
