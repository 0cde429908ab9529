package io.onlyonce.benchmarks.purge;

import java.util.List;

/** PostgreSQL. */
final class PostgresqlSql implements Sql {
    private static final String CREATE_EFFECTS = """
            CREATE TABLE effect (idempotency_key text NOT NULL, answer text NOT NULL)
            """;

    private static final String FILL = """
            INSERT INTO onlyonce_record
                (id, scope, operation, idempotency_key, fingerprint, fence, attempt, created_at, state, completed_at, expires_at, answer)
            SELECT CAST(encode(substr(sha256(head || int4send(octet_length(key)) || convert_to(key, 'UTF8')), 1, 16), 'hex') AS uuid),
                   ?, ?, key, ?, n, 1, expires_at - interval '1 day', 'D', expires_at - interval '1 day', expires_at,
                   convert_to(rpad('paid ' || key, ?, '.'), 'UTF8')
            FROM (
                SELECT n, CAST(? AS bytea) AS head, CAST(? AS text) || n AS key,
                       now() + CAST(? AS integer) * interval '1 hour' + n * interval '1 millisecond' AS expires_at
                FROM generate_series(CAST(? AS integer), CAST(? AS integer)) AS n
            ) AS numbered
            """;

    private static final String COUNT_EXPIRED = "SELECT COUNT(*) FROM onlyonce_record WHERE expires_at <= now()";

    private static final String DIGEST_OF_LIVE = """
            SELECT COUNT(*), SUM(hashtextextended(CAST(onlyonce_record AS text), 0))
            FROM onlyonce_record
            WHERE idempotency_key LIKE 'live-%'
            """;

    private static final String OLD_VERSIONS = """
            SELECT n_dead_tup FROM pg_stat_user_tables WHERE relname = 'onlyonce_record'
            """;

    @Override
    public String createEffects() {
        return CREATE_EFFECTS;
    }

    @Override
    public String fill() {
        return FILL;
    }

    @Override
    public String countExpired() {
        return COUNT_EXPIRED;
    }

    @Override
    public String digestOfLive() {
        return DIGEST_OF_LIVE;
    }

    @Override
    public String oldVersions() {
        return OLD_VERSIONS;
    }

    @Override
    public List<String> vacuum() {
        return List.of("VACUUM (ANALYZE) onlyonce_record");
    }
}
