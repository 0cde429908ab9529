package io.onlyonce.jdbc.guard;

import io.onlyonce.error.MisuseException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What a statement of the application's looks like, as far as it has to be known before something is put behind it. Literals, quoted names and comments are
 * passed over.
 */
final class SqlShape {
    private static final Pattern LOCKING = Pattern.compile(
            "\\bfor\\s+(?:no\\s+key\\s+)?(?:update|share|key\\s+share)\\b|\\block\\s+in\\s+share\\s+mode\\b");
    private static final Pattern OWN_CONFLICT =
            Pattern.compile("\\bon\\s+(?:conflict|duplicate)\\b|\\breturning\\b|^\\s*insert\\s+(?:\\w+\\s+)*ignore\\b");

    private final String sql;
    private final String bare;

    private SqlShape(String sql) {
        this.sql = sql;
        this.bare = bare(sql).toLowerCase(Locale.ROOT);
    }

    static SqlShape of(String sql) {
        return new SqlShape(sql);
    }

    /** How many parameters it has. */
    int parameters() {
        return (int) bare.chars().filter(c -> c == '?').count();
    }

    /** Whether it is one statement that begins with one of these words. */
    boolean beginsWith(String... words) {
        return bare.indexOf(';') < 0
                && Pattern.compile("^\\s*(?:" + String.join("|", words) + ")\\b")
                        .matcher(bare)
                        .find();
    }

    /** Refuses what is no plain query that a locking clause can be put behind. */
    void mustBePlainQuery() {
        if (!beginsWith("select") || LOCKING.matcher(bare).find()) {
            throw new MisuseException(GuardTexts.noPlainQuery(sql));
        }
    }

    /** Refuses what is no plain insert: one that decides by itself what a duplicate is, or hides errors. */
    void mustBePlainInsert() {
        if (!beginsWith("insert") || OWN_CONFLICT.matcher(bare).find()) {
            throw new MisuseException(GuardTexts.noPlainInsert(sql));
        }
    }

    /** The statement without literals, quoted names and comments. */
    private static String bare(String sql) {
        StringBuilder kept = new StringBuilder(sql.length());
        int at = 0;
        while (at < sql.length()) {
            int end = endOfHidden(sql, at);
            if (end == at) {
                kept.append(sql.charAt(at));
                at++;
            } else {
                kept.append(' ');
                at = end;
            }
        }
        return kept.toString();
    }

    /** Where the literal, name or comment ends that begins here; the place itself if none does. */
    private static int endOfHidden(String sql, int at) {
        char c = sql.charAt(at);
        if (c == '\'' || c == '"' || c == '`') {
            return after(sql, String.valueOf(c), at + 1);
        }
        if (sql.startsWith("--", at)) {
            return after(sql, "\n", at);
        }
        return sql.startsWith("/*", at) ? after(sql, "*/", at + 2) : at;
    }

    private static int after(String sql, String mark, int from) {
        int found = sql.indexOf(mark, from);
        return found < 0 ? sql.length() : found + mark.length();
    }
}
