package io.onlyonce.benchmarks.peers;

import io.github.arun0009.idempotent.core.persistence.IdempotentStore;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** The store of {@link Arun0009} in SQL: a claim takes a free or expired key, and says nothing where the key is taken. */
final class SqlStore implements IdempotentStore {
    static final List<String> TABLES = List.of("""
            CREATE TABLE peer_arun0009 (
                key_id       text NOT NULL,
                process_name text NOT NULL,
                status       text NOT NULL,
                expires_at   bigint NOT NULL,
                response     text,
                PRIMARY KEY (key_id, process_name)
            )
            """, "CREATE INDEX ON peer_arun0009 (expires_at)");

    private static final String FIND =
            "SELECT status, expires_at, response FROM peer_arun0009 WHERE key_id = ? AND process_name = ?";
    private static final String CLAIM = """
            INSERT INTO peer_arun0009 AS held (key_id, process_name, status, expires_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (key_id, process_name) DO UPDATE
            SET status = excluded.status, expires_at = excluded.expires_at, response = NULL
            WHERE held.expires_at < ?
            """;
    private static final String COMPLETE =
            "UPDATE peer_arun0009 SET status = ?, expires_at = ?, response = ? WHERE key_id = ? AND process_name = ?";
    private static final String REMOVE = "DELETE FROM peer_arun0009 WHERE key_id = ? AND process_name = ?";

    private final JdbcTemplate jdbc;

    SqlStore(DataSource dataSource) {
        this.jdbc = new JdbcTemplate(dataSource);
    }

    @Override
    public @Nullable Value getValue(IdempotentKey key, Class<?> returnType) {
        List<Value> found = jdbc.query(
                FIND,
                (row, number) -> new Value(row.getString(1), row.getLong(2), row.getString(3)),
                key.key(),
                key.processName());
        return found.isEmpty() ? null : found.get(0);
    }

    @Override
    public void store(IdempotentKey key, Value value) {
        jdbc.update(
                CLAIM,
                key.key(),
                key.processName(),
                value.status(),
                value.expirationTimeInMilliSeconds(),
                System.currentTimeMillis());
    }

    @Override
    public void update(IdempotentKey key, Value value) {
        jdbc.update(
                COMPLETE,
                value.status(),
                value.expirationTimeInMilliSeconds(),
                value.response(),
                key.key(),
                key.processName());
    }

    @Override
    public void remove(IdempotentKey key) {
        jdbc.update(REMOVE, key.key(), key.processName());
    }
}
