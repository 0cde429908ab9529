package io.onlyonce.jdbc.guard;

import io.onlyonce.jdbc.guard.IndexGuard.Scan;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Plans of PostgreSQL. With sequential scans and the joins that need none of an index switched off, the planner takes an index wherever it can, however few
 * rows there are; what is then still read from end to end has none. The settings end with the transaction.
 */
final class PostgresqlPlans {
    private static final String PREFER_INDEXES = """
            SELECT set_config(name, 'off', true)
            FROM (VALUES ('enable_seqscan'), ('enable_hashjoin'), ('enable_mergejoin')) AS setting (name)
            """;

    /** A node's line begins so, first or after an arrow; the lines after it are its properties. */
    private static final Pattern NODE = Pattern.compile("\\s*(?:->  )?(?:Parallel )?(?:Seq Scan on (\\S+)"
            + "|Index (?:Only )?Scan(?: Backward)? using \\S+ on (\\S+)|Bitmap Index Scan on (\\S+))");

    private PostgresqlPlans() {}

    static Optional<Scan> scan(Plans plans, String statement) throws SQLException {
        plans.set(PREFER_INDEXES);
        List<String> lines = plans.explain("EXPLAIN (COSTS OFF) " + statement).stream()
                .map(row -> String.valueOf(row.get("query plan")))
                .toList();
        for (int i = 0; i < lines.size(); i++) {
            Matcher node = NODE.matcher(lines.get(i));
            if ((i == 0 || lines.get(i).strip().startsWith("->  ")) && node.lookingAt()) {
                String table = scanned(node, hasCondition(lines, i));
                if (table != null) {
                    return Optional.of(new Scan(table, String.join("\n", lines)));
                }
            }
        }
        return Optional.empty();
    }

    private static @Nullable String scanned(Matcher node, boolean condition) {
        if (node.group(1) != null) {
            return node.group(1);
        }
        if (condition) {
            return null;
        }
        return node.group(2) != null ? node.group(2) : node.group(3);
    }

    /** Whether the properties of the node on this line name the part of the index that is read. */
    private static boolean hasCondition(List<String> lines, int node) {
        return lines.stream()
                .skip(node + 1L)
                .takeWhile(line -> !line.strip().startsWith("->  "))
                .anyMatch(line -> line.strip().startsWith("Index Cond:"));
    }
}
