package io.onlyonce.jdbc;

import io.onlyonce.record.RecordId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** H2, in any compatibility mode. A DELETE there knows no order; what it deletes is old in any case. */
record H2Audit(RecordSql values) implements AuditSql {
    private static final String APPEND = """
            MERGE INTO onlyonce_audit
                (id, record_id, operation, scope_digest, key_digest, event, state, layer, attempt, code, number, request,
                 took_us, actor)
            KEY (id)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """;

    private static final String PURGE = """
            DELETE FROM onlyonce_audit WHERE id < ? FETCH FIRST ? ROWS ONLY
            """;

    @Override
    public String append() {
        return APPEND;
    }

    @Override
    public PurgedBatch<RecordId> purge(Connection connection, @Nullable RecordId from, RecordId before, int limit)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(PURGE)) {
            values.setId(statement, 1, before);
            statement.setInt(2, limit);
            return new PurgedBatch<>(statement.executeUpdate(), null);
        }
    }

    @Override
    public String limited() {
        return "FETCH FIRST ? ROWS ONLY";
    }
}
