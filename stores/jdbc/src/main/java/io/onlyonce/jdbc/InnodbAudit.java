package io.onlyonce.jdbc;

import io.onlyonce.record.RecordId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** MariaDB and MySQL. */
record InnodbAudit(RecordSql values) implements AuditSql {
    private static final RecordId FIRST = new RecordId(new UUID(0, 0));

    private static final String APPEND = """
            INSERT INTO onlyonce_audit
                (id, record_id, operation, scope_digest, key_digest, event, state, layer, attempt, code, number, request,
                 took_us, actor)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON DUPLICATE KEY UPDATE id = id
            """;

    private static final String OLD = """
            SELECT id FROM onlyonce_audit
            WHERE id >= ? AND id < ?
            ORDER BY id
            LIMIT ?
            FOR UPDATE SKIP LOCKED
            """;

    private static final String DELETE = """
            DELETE FROM onlyonce_audit WHERE id = ?
            """;

    @Override
    public String append() {
        return APPEND;
    }

    @Override
    public PurgedBatch<RecordId> purge(Connection connection, @Nullable RecordId from, RecordId before, int limit)
            throws SQLException {
        return InnodbRecords.purge(connection, DELETE, () -> {
            try (PreparedStatement statement = connection.prepareStatement(OLD)) {
                values.setId(statement, 1, from == null ? FIRST : from);
                values.setId(statement, 2, before);
                statement.setInt(3, limit);
                List<byte[]> ids = new ArrayList<>();
                RecordId last = null;
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        ids.add(rows.getBytes(1));
                        last = values.id(rows, 1);
                    }
                }
                return new InnodbRecords.Doomed<>(ids, last);
            }
        });
    }

    @Override
    public String limited() {
        return "LIMIT ?";
    }
}
