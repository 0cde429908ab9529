package io.onlyonce.jdbc;

import io.onlyonce.record.Fence;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.StepStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Keeps the results of steps in the table {@code onlyonce_step}, beside the records of {@link JdbcLeasedRecordStore}; they go with their record.
 *
 * <p>Each verb takes a connection of its own for a moment and commits by itself, so a result outlives a rollback of the step's surroundings. A step whose effect
 * lies in this database has its effect and its result in two commits; give it a unique key of its own. Thread-safe.
 */
public final class JdbcStepStore implements StepStore {
    private static final String FIND = """
            SELECT onlyonce_step.result
            FROM onlyonce_record
            JOIN onlyonce_step
            ON onlyonce_step.record_id = onlyonce_record.id AND onlyonce_step.claimed_at = onlyonce_record.created_at
            WHERE onlyonce_record.id = ? AND onlyonce_step.step = ?
            """;

    /** Keeps others from taking the claim over until the result is there. */
    private static final String HOLD = """
            SELECT fence FROM onlyonce_record WHERE id = ? AND fence = ? AND state = 'C' FOR UPDATE
            """;

    /** The record's row is held, so nobody inserts the same beside this. */
    private static final String KEEP = """
            INSERT INTO onlyonce_step (record_id, claimed_at, step, result)
            SELECT onlyonce_record.id, onlyonce_record.created_at, ?, ?
            FROM onlyonce_record
            LEFT JOIN onlyonce_step
            ON onlyonce_step.record_id = onlyonce_record.id AND onlyonce_step.claimed_at = onlyonce_record.created_at
                AND onlyonce_step.step = ?
            WHERE onlyonce_record.id = ? AND onlyonce_step.step IS NULL
            """;

    private final OwnConnection<RecordSql> own;

    /** A store that asks its first connection which database it has before it. */
    public JdbcStepStore(DataSource dataSource) {
        this.own = new OwnConnection<>(dataSource, SqlSource.detected(Dialect::records));
    }

    /** A store for a database that does not tell its make, for example one that is compatible with another. */
    public JdbcStepStore(DataSource dataSource, Dialect dialect) {
        this.own = new OwnConnection<>(dataSource, SqlSource.of(Dialect::records, dialect));
    }

    @Override
    public Optional<byte[]> find(RecordKey key, String step) {
        return own.statement((connection, sql) -> {
            try (PreparedStatement statement = connection.prepareStatement(FIND)) {
                sql.setId(statement, 1, key.id());
                sql.setText(statement, 2, step);
                try (ResultSet row = statement.executeQuery()) {
                    return row.next() ? Optional.of(row.getBytes(1)) : Optional.empty();
                }
            }
        });
    }

    @Override
    public boolean keep(RecordKey key, Fence fence, String step, byte[] result) {
        return own.transaction((connection, sql) -> {
            if (!held(connection, sql, key, fence)) {
                return false;
            }
            try (PreparedStatement statement = connection.prepareStatement(KEEP)) {
                sql.setText(statement, 1, step);
                statement.setBytes(2, result);
                sql.setText(statement, 3, step);
                sql.setId(statement, 4, key.id());
                statement.executeUpdate(); // none = this step has a result, which stays
            }
            return true;
        });
    }

    private static boolean held(Connection connection, RecordSql sql, RecordKey key, Fence fence) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(HOLD)) {
            sql.setId(statement, 1, key.id());
            statement.setLong(2, fence.number());
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }
}
