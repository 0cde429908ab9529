package io.onlyonce.jdbc.guard;

import io.onlyonce.jdbc.guard.IndexGuard.Scan;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Plans of MariaDB and MySQL.
 *
 * <p>A table that is read from end to end with no possible key has no index. With one, it may be that the table is tiny, or the key serves only one side of an
 * OR; EXPLAIN says the same of both. The optimizer's trace tells them apart: a range of an index, or a look-up from another table, was weighed and found
 * too dear, or there was none to weigh.
 */
final class InnodbPlans {
    private static final Set<String> WHOLE = Set.of("ALL", "index");
    private static final Set<String> BY_VALUES = Set.of("const", "system", "range", "index_merge");
    private static final Set<String> LOOK_UP = Set.of("ref", "eq_ref", "ref_or_null");

    private static final Pattern PART = Pattern.compile("\"table\":\\s*");
    /** A range whose ends are known; one that depends on another table's values has none in the trace. */
    private static final Pattern RANGE = Pattern.compile("\"index\":\\s*\"[^\"]*\",\\s*\"ranges\":");

    private static final Pattern REFERENCE = Pattern.compile("\"access_type\":\\s*\"(?:eq_)?ref");

    private final List<Map<String, @Nullable String>> rows;
    private final String trace;

    private final boolean changes;

    private InnodbPlans(List<Map<String, @Nullable String>> rows, String trace, boolean changes) {
        this.rows = rows;
        this.trace = trace;
        this.changes = changes;
    }

    static Optional<Scan> scan(Plans plans, String explain, String statement) throws SQLException {
        plans.set("SET SESSION optimizer_trace = 'enabled=on'");
        try {
            List<Map<String, @Nullable String>> rows = plans.explain(explain + statement);
            String trace = plans.text("SELECT trace FROM information_schema.optimizer_trace");
            boolean changes = SqlShape.of(statement).beginsWith("update", "delete");
            return new InnodbPlans(rows, trace, changes).scan();
        } finally {
            plans.set("SET SESSION optimizer_trace = 'enabled=off'");
        }
    }

    private Optional<Scan> scan() {
        for (Map<String, @Nullable String> row : rows) {
            if (isTable(row) && !served(row)) {
                return Optional.of(new Scan(String.valueOf(row.get("table")), text()));
            }
        }
        return Optional.empty();
    }

    /** A derived table is read from end to end; what it is made from has rows of its own. */
    private static boolean isTable(Map<String, @Nullable String> row) {
        String table = row.get("table");
        return table != null && !table.startsWith("<");
    }

    private boolean served(Map<String, @Nullable String> row) {
        if (!WHOLE.contains(String.valueOf(row.get("type")))) {
            return true;
        }
        if (row.get("possible_keys") == null) {
            return false;
        }
        List<Map<String, @Nullable String>> query = rows.stream()
                .filter(other -> Objects.equals(other.get("id"), row.get("id")))
                .toList();
        if (changes && query.size() == 1) { // here a key is possible only if it serves the whole condition
            return true;
        }
        return servedByItself(row) || (lookedUp(row) && query.stream().anyMatch(this::servedByItself));
    }

    /** Whether the statement's own values lead to the rows, not those of another table. */
    private boolean servedByItself(Map<String, @Nullable String> row) {
        String type = String.valueOf(row.get("type"));
        return BY_VALUES.contains(type)
                || (LOOK_UP.contains(type) && String.valueOf(row.get("ref")).startsWith("const"))
                || (WHOLE.contains(type) && traced(row, RANGE));
    }

    private boolean lookedUp(Map<String, @Nullable String> row) {
        return traced(row, REFERENCE);
    }

    /** Whether the trace has this in one of its parts about the table; a part reaches to the next one's beginning. */
    private boolean traced(Map<String, @Nullable String> row, Pattern wanted) {
        Pattern table = Pattern.compile("^\"[^\"]*(?<!\\w)" + Pattern.quote(String.valueOf(row.get("table"))) + "`?\"");
        return PART.splitAsStream(trace)
                .anyMatch(part ->
                        table.matcher(part).find() && wanted.matcher(part).find());
    }

    private String text() {
        return rows.stream()
                .map(row -> row.entrySet().stream()
                        .map(column -> column.getKey() + "=" + column.getValue())
                        .collect(Collectors.joining(", ")))
                .collect(Collectors.joining("\n"));
    }
}
