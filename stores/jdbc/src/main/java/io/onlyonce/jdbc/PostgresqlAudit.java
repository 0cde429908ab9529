package io.onlyonce.jdbc;

import io.onlyonce.record.RecordId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** PostgreSQL. */
record PostgresqlAudit(RecordSql values) implements AuditSql {
    private static final RecordId FIRST = new RecordId(new UUID(0, 0));

    private static final String APPEND = """
            INSERT INTO onlyonce_audit
                (id, record_id, operation, scope_digest, key_digest, event, state, layer, attempt, code, number, request,
                 took_us, actor)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO NOTHING
            """;

    /** {@code max(id)} would need PostgreSQL 18. */
    private static final String PURGE = """
            WITH gone AS MATERIALIZED (
                SELECT id FROM onlyonce_audit
                WHERE id >= ? AND id < ?
                ORDER BY id
                LIMIT ?
                FOR UPDATE SKIP LOCKED
            ), deleted AS (
                DELETE FROM onlyonce_audit USING gone WHERE onlyonce_audit.id = gone.id
                RETURNING gone.id
            )
            SELECT count(*), (SELECT id FROM gone ORDER BY id DESC LIMIT 1) FROM deleted
            """;

    @Override
    public String append() {
        return APPEND;
    }

    @Override
    public PurgedBatch<RecordId> purge(Connection connection, @Nullable RecordId from, RecordId before, int limit)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(PURGE)) {
            values.setId(statement, 1, from == null ? FIRST : from);
            values.setId(statement, 2, before);
            statement.setInt(3, limit);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                int rows = row.getInt(1);
                return new PurgedBatch<>(rows, rows == 0 ? null : values.id(row, 2));
            }
        }
    }

    @Override
    public String limited() {
        return "LIMIT ?";
    }
}
