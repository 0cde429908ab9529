package io.onlyonce.jdbc;

import io.onlyonce.audit.AuditEntry;
import io.onlyonce.audit.AuditId;
import io.onlyonce.audit.AuditQuery;
import io.onlyonce.audit.AuditStore;
import io.onlyonce.error.ErrorTexts;
import io.onlyonce.probe.Summary;
import io.onlyonce.record.RecordId;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the audit in the table {@code onlyonce_audit}, on connections of its own. Its primary key is in the order of time, so times are looked for, and old entries deleted, by it.
 * Thread-safe.
 */
public final class JdbcAudit implements AuditStore {
    private static final int MOST_SLOTS = 100;

    private final OwnConnection<AuditSql> own;
    private final PurgeInBatches<RecordId> purge = new PurgeInBatches<>();

    /** An audit that asks its first connection which database it has before it. */
    public JdbcAudit(DataSource dataSource) {
        this.own = new OwnConnection<>(dataSource, SqlSource.detected(Dialect::audit));
    }

    /** An audit in a database that does not tell its make, for example one that is compatible with another. */
    public JdbcAudit(DataSource dataSource, Dialect dialect) {
        this.own = new OwnConnection<>(dataSource, SqlSource.of(Dialect::audit, dialect));
    }

    @Override
    public void append(List<AuditEntry> entries) {
        int[] unused = own.transaction((connection, sql) -> {
            try (PreparedStatement insert = connection.prepareStatement(sql.append())) {
                for (AuditEntry entry : entries) {
                    set(insert, sql.values(), entry);
                    insert.addBatch();
                }
                return insert.executeBatch();
            }
        });
    }

    private static void set(PreparedStatement insert, RecordSql values, AuditEntry entry) throws SQLException {
        int column = 1;
        values.setId(insert, column++, idOf(entry.id()));
        setRecord(insert, values, column++, entry.record());
        values.setText(insert, column++, entry.operation());
        values.setText(insert, column++, entry.scope());
        values.setText(insert, column++, entry.key());
        values.setText(insert, column++, entry.event());
        values.setText(insert, column++, entry.state());
        values.setText(insert, column++, entry.layer());
        insert.setInt(column++, entry.attempt());
        values.setText(insert, column++, entry.summary().code());
        values.setText(insert, column++, entry.summary().number());
        values.setText(insert, column++, entry.request());
        insert.setLong(column++, entry.took().toNanos() / 1000);
        values.setText(insert, column, entry.actor());
    }

    private static void setRecord(PreparedStatement insert, RecordSql values, int column, @Nullable RecordId record)
            throws SQLException {
        if (record == null) {
            insert.setObject(column, null);
        } else {
            values.setId(insert, column, record);
        }
    }

    @Override
    public List<AuditEntry> find(AuditQuery query) {
        return own.statement((connection, sql) -> {
            Conditions conditions = Conditions.of(query);
            String text = """
                    SELECT id, record_id, operation, scope_digest, key_digest, event, state, layer, attempt, code, number,
                           request, took_us, actor
                    FROM onlyonce_audit
                    """ + conditions.where() + " ORDER BY id DESC " + sql.limited();
            try (PreparedStatement select = connection.prepareStatement(text)) {
                int column = conditions.bind(select, sql.values());
                select.setInt(column, query.limit());
                return entries(select, sql.values());
            }
        });
    }

    private static List<AuditEntry> entries(PreparedStatement select, RecordSql values) throws SQLException {
        try (ResultSet row = select.executeQuery()) {
            List<AuditEntry> entries = new ArrayList<>();
            while (row.next()) {
                entries.add(entry(row, values));
            }
            return entries;
        }
    }

    private static AuditEntry entry(ResultSet row, RecordSql values) throws SQLException {
        int column = 1;
        return new AuditEntry(
                new AuditId(values.id(row, column++).toUuid()),
                row.getObject(column) == null ? null : values.id(row, column),
                text(row, ++column, values),
                values.text(row, ++column),
                values.text(row, ++column),
                text(row, ++column, values),
                values.text(row, ++column),
                values.text(row, ++column),
                row.getInt(++column),
                new Summary(values.text(row, ++column), values.text(row, ++column)),
                values.text(row, ++column),
                Duration.of(row.getLong(++column), ChronoUnit.MICROS),
                values.text(row, ++column));
    }

    private static String text(ResultSet row, int column, RecordSql values) throws SQLException {
        return String.valueOf(values.text(row, column)); // its column takes no NULL
    }

    @Override
    public List<Count> counts(Instant from, Duration slot, int slots) {
        if (slot.toMillis() < 1 || slots < 1 || slots > MOST_SLOTS) {
            throw new IllegalArgumentException(ErrorTexts.auditSlots(slot, slots, MOST_SLOTS));
        }
        return own.statement((connection, sql) -> {
            try (PreparedStatement select = connection.prepareStatement(counting(slots))) {
                int column = 1;
                for (int end = 1; end < slots; end++) {
                    setTime(select, sql, column++, from.plus(slot.multipliedBy(end)));
                }
                setTime(select, sql, column++, from);
                setTime(select, sql, column, from.plus(slot.multipliedBy(slots)));
                return counts(select, sql.values());
            }
        });
    }

    private static void setTime(PreparedStatement select, AuditSql sql, int column, Instant time) throws SQLException {
        sql.values().setId(select, column, idOf(AuditId.from(time)));
    }

    /** The first slot whose end lies behind an entry is its own: one comparison of the primary key for each. */
    private static String counting(int slots) {
        StringBuilder slot = new StringBuilder("CASE");
        for (int i = 0; i < slots - 1; i++) {
            slot.append(" WHEN id < ? THEN ").append(i);
        }
        String number = slots == 1
                ? "0"
                : slot.append(" ELSE ").append(slots - 1).append(" END").toString();
        return "SELECT slot, event, COUNT(*) FROM (SELECT " + number
                + " AS slot, event FROM onlyonce_audit WHERE id >= ? AND id < ?) placed GROUP BY slot, event ORDER BY slot, event";
    }

    private static List<Count> counts(PreparedStatement select, RecordSql values) throws SQLException {
        try (ResultSet row = select.executeQuery()) {
            List<Count> counts = new ArrayList<>();
            while (row.next()) {
                counts.add(new Count(row.getInt(1), text(row, 2, values), row.getLong(3)));
            }
            return counts;
        }
    }

    @Override
    public int purge(Instant before, int limit) {
        RecordId end = idOf(AuditId.from(before));
        return purge.delete(
                limit, (from, most) -> own.readCommitted((connection, sql) -> sql.purge(connection, from, end, most)));
    }

    private static RecordId idOf(AuditId id) {
        return new RecordId(id.toUuid());
    }

    /** What a search asks for: a condition for each thing that is told, and its value. */
    private static final class Conditions {
        private final StringBuilder where = new StringBuilder("WHERE id >= ? AND id < ?");
        private final List<RecordId> ids = new ArrayList<>();
        private final List<String> texts = new ArrayList<>();

        static Conditions of(AuditQuery query) {
            Conditions conditions = new Conditions();
            conditions.ids.add(idOf(AuditId.from(query.from())));
            conditions.ids.add(idOf(query.before()));
            RecordId record = query.record();
            if (record != null) {
                conditions.where.append(" AND record_id = ?");
                conditions.ids.add(record);
            }
            conditions.is("key_digest", query.key());
            conditions.is("number", query.number());
            conditions.is("operation", query.operation());
            conditions.is("state", query.state());
            conditions.is("event", query.event());
            return conditions;
        }

        private void is(String column, @Nullable String value) {
            if (value != null) {
                where.append(" AND ").append(column).append(" = ?");
                texts.add(value);
            }
        }

        String where() {
            return where.toString();
        }

        /** Returns the next parameter. */
        int bind(PreparedStatement select, RecordSql values) throws SQLException {
            int column = 1;
            for (RecordId id : ids) {
                values.setId(select, column++, id);
            }
            for (String text : texts) {
                values.setText(select, column++, text);
            }
            return column;
        }
    }
}
