package io.onlyonce.jdbc.guard;

import static java.util.stream.Collectors.joining;

import io.onlyonce.state.StateMachine;
import java.util.Set;

/**
 * The statements on one {@link StatusTable}, alike on every database: whole templates, into which checked names and the names of states are put once. Names
 * of enum constants need no escaping.
 *
 * <p>The look at the history is tied to the row, not only to the parameter: H2 remembers the result of a subquery that stands for itself, even across changes
 * of the same transaction.
 */
final class TransitionSql {
    private static final String CHANGE = """
            UPDATE {table} SET {status} = '{to}'
            WHERE {id} = ? AND {status} IN ({from})
            """;

    private static final String CHANGE_COUNTED = """
            UPDATE {table} SET {status} = '{to}', {version} = {version} + 1
            WHERE {id} = ? AND {status} IN ({from})
            """;

    private static final String CHANGE_ONCE = """
            UPDATE {table} SET {status} = '{to}'
            WHERE {id} = ? AND {status} IN ({from})
                AND NOT EXISTS (SELECT 1 FROM {history} WHERE {history}.{history_id} = {table}.{id} AND occurrence = ?)
            """;

    private static final String CHANGE_ONCE_COUNTED = """
            UPDATE {table} SET {status} = '{to}', {version} = {version} + 1
            WHERE {id} = ? AND {status} IN ({from})
                AND NOT EXISTS (SELECT 1 FROM {history} WHERE {history}.{history_id} = {table}.{id} AND occurrence = ?)
            """;

    private static final String LOCK = "SELECT {status} FROM {table} WHERE {id} = ? FOR UPDATE";

    private static final String BEGIN = """
            INSERT INTO {history} ({history_id}, seq, from_status, to_status, cause, at)
            SELECT {id}, 1, NULL, {status}, ?, CURRENT_TIMESTAMP(6)
            FROM {table} WHERE {id} = ? AND {status} = '{start}'
            """;

    private static final String ADOPT = """
            INSERT INTO {history} ({history_id}, seq, from_status, to_status, cause, at)
            SELECT {id}, 0, NULL, {status}, 'before the history', CURRENT_TIMESTAMP(6)
            FROM {table} WHERE NOT EXISTS (SELECT 1 FROM {history} WHERE {history}.{history_id} = {table}.{id})
            """;

    private static final String NOTE = """
            INSERT INTO {history} ({history_id}, seq, from_status, to_status, cause, at)
            SELECT now.{id}, COALESCE(latest.seq, 0) + 1, latest.to_status, now.{status}, ?, CURRENT_TIMESTAMP(6)
            FROM {table} now LEFT JOIN {history} latest ON latest.{history_id} = now.{id}
                AND latest.seq = (SELECT MAX(seq) FROM {history} WHERE {history_id} = now.{id})
            WHERE now.{id} = ?
            """;

    private static final String NOTE_ONCE = """
            INSERT INTO {history} ({history_id}, seq, from_status, to_status, cause, occurrence, at)
            SELECT now.{id}, COALESCE(latest.seq, 0) + 1, latest.to_status, now.{status}, ?, ?, CURRENT_TIMESTAMP(6)
            FROM {table} now LEFT JOIN {history} latest ON latest.{history_id} = now.{id}
                AND latest.seq = (SELECT MAX(seq) FROM {history} WHERE {history_id} = now.{id})
            WHERE now.{id} = ?
            """;

    private static final String LOOK_UP =
            "SELECT occurrence, to_status FROM {history} WHERE {history_id} = ? AND occurrence = ? FOR UPDATE";

    private static final String CHECK = "{status} IN ({states})";

    private static final String AUDIT = """
            SELECT {id} AS row_id, NULL AS seq, NULL AS from_status, {status} AS to_status, 'CURRENT' AS problem
            FROM {table} WHERE {status} NOT IN ({states})
            """;

    private static final String AUDIT_HISTORY = """
            WITH step AS (
                SELECT {history_id} AS row_id, seq, from_status, to_status,
                    LAG(seq) OVER (PARTITION BY {history_id} ORDER BY seq) AS seq_before,
                    LAG(to_status) OVER (PARTITION BY {history_id} ORDER BY seq) AS status_before
                FROM {history}
            )
            SELECT row_id, seq, from_status, to_status, 'START' AS problem
            FROM step
            WHERE seq_before IS NULL AND (from_status IS NOT NULL OR (seq <> 0 AND to_status <> '{start}'))
            UNION ALL
            SELECT row_id, seq, from_status, to_status, 'EDGE'
            FROM step
            WHERE seq_before IS NOT NULL AND from_status IS NOT NULL AND NOT ({legal})
            UNION ALL
            SELECT row_id, seq, from_status, to_status, 'CHAIN'
            FROM step
            WHERE seq_before IS NOT NULL
                AND (from_status IS NULL OR from_status <> status_before OR seq <> seq_before + 1)
            UNION ALL
            SELECT now.{id}, latest.seq, latest.to_status, now.{status}, 'CURRENT'
            FROM {table} now LEFT JOIN {history} latest ON latest.{history_id} = now.{id}
                AND latest.seq = (SELECT MAX(seq) FROM {history} WHERE {history_id} = now.{id})
            WHERE latest.to_status IS NULL OR latest.to_status <> now.{status} OR now.{status} NOT IN ({states})
            """;

    private final StatusTable table;
    private final StateMachine<?> machine;
    private final String lock;
    private final String begin;
    private final String note;
    private final String noteOnce;
    private final String lookUp;

    TransitionSql(StatusTable table, StateMachine<?> machine) {
        this.table = table;
        this.machine = machine;
        this.lock = filled(LOCK);
        this.begin = filled(BEGIN);
        this.note = filled(NOTE);
        this.noteOnce = filled(NOTE_ONCE);
        this.lookUp = filled(LOOK_UP);
    }

    /** The guarded change: id. */
    String change(Enum<?> to, Set<? extends Enum<?>> from) {
        return change(table.version() == null ? CHANGE : CHANGE_COUNTED, to, from);
    }

    /** The guarded change for an occurrence that has not been: id, occurrence. */
    String changeOnce(Enum<?> to, Set<? extends Enum<?>> from) {
        return change(table.version() == null ? CHANGE_ONCE : CHANGE_ONCE_COUNTED, to, from);
    }

    private String change(String template, Enum<?> to, Set<? extends Enum<?>> from) {
        return filled(template).replace("{to}", to.name()).replace("{from}", quoted(from));
    }

    /** Locks the row and reads its current status: id. */
    String lock() {
        return lock;
    }

    /** Notes that a new row begins: cause, id. */
    String begin() {
        return begin;
    }

    /** Notes the transition just made: cause, id. */
    String note() {
        return note;
    }

    /** Notes the transition just made and its occurrence: cause, occurrence, id. */
    String noteOnce() {
        return noteOnce;
    }

    /** Reads what an occurrence has led to, as it is now: id, occurrence. */
    String lookUp() {
        return lookUp;
    }

    /** Notes where rows stand that were there before their history. */
    String adopt() {
        return filled(ADOPT);
    }

    /** The condition of a check constraint. */
    String check() {
        return filled(CHECK);
    }

    /** Everything that contradicts the machine: id, seq, from, to, problem. */
    String audit() {
        return filled(table.history() == null ? AUDIT : AUDIT_HISTORY);
    }

    private String filled(String template) {
        StatusTable.History history = table.history();
        return template.replace("{table}", table.table())
                .replace("{id}", table.id())
                .replace("{status}", table.status())
                .replace("{version}", String.valueOf(table.version()))
                .replace("{history}", history == null ? "" : history.table())
                .replace("{history_id}", history == null ? "" : history.id())
                .replace("{start}", machine.start().name())
                .replace("{states}", quoted(machine.states()))
                .replace("{legal}", legal(machine));
    }

    private static <S extends Enum<S>> String legal(StateMachine<S> machine) {
        return machine.edges().stream()
                .map(edge -> "(from_status = '" + edge.from().name() + "' AND to_status = '"
                        + edge.to().name() + "')")
                .collect(joining("\n        OR "));
    }

    private static String quoted(Set<? extends Enum<?>> states) {
        return states.stream().map(state -> "'" + state.name() + "'").collect(joining(", "));
    }
}
