package io.onlyonce.benchmarks.purge;

import java.util.List;

/** MariaDB. The rows are written in the order of their ids, because InnoDB keeps the table in it. */
final class MariadbSql implements Sql {
    private static final String CREATE_EFFECTS = """
            CREATE TABLE effect (
                no              BIGINT AUTO_INCREMENT PRIMARY KEY,
                idempotency_key VARCHAR(255) CHARACTER SET ascii NOT NULL,
                answer          VARCHAR(255) CHARACTER SET ascii NOT NULL
            ) ENGINE = InnoDB
            """;

    private static final String FILL = """
            INSERT INTO onlyonce_record
                (id, scope, operation, idempotency_key, fingerprint, fence, attempt, created_at, state, completed_at, expires_at, answer)
            SELECT CAST(UNHEX(LEFT(SHA2(CONCAT(head, UNHEX(LPAD(HEX(LENGTH(name)), 8, '0')), name), 256), 32)) AS BINARY(16)) AS digest,
                   ?, ?, name, ?, n, 1, ends_at - INTERVAL 1 DAY, 'D', ends_at - INTERVAL 1 DAY, ends_at,
                   RPAD(CONCAT('paid ', name), ?, '.')
            FROM (
                SELECT number AS n, head, CAST(CONCAT(prefix, number) AS BINARY) AS name,
                       UTC_TIMESTAMP(6) + INTERVAL hours HOUR + INTERVAL (number * 1000) MICROSECOND AS ends_at
                FROM (
                    SELECT head, prefix, hours, first + seq AS number
                    FROM (SELECT ? AS head, ? AS prefix, ? AS hours, ? AS first, ? AS last) AS given
                    JOIN seq_0_to_99999 ON seq <= last - first
                ) AS chosen
            ) AS numbered
            ORDER BY digest
            """;

    private static final String COUNT_EXPIRED =
            "SELECT COUNT(*) FROM onlyonce_record WHERE expires_at <= UTC_TIMESTAMP(6)";

    private static final String DIGEST_OF_LIVE = """
            SELECT COUNT(*), SUM(CRC32(CONCAT_WS('|', HEX(id), scope, operation, idempotency_key, HEX(fingerprint), fence, attempt,
                                                 created_at, state, completed_at, expires_at, answer)))
            FROM onlyonce_record
            WHERE idempotency_key LIKE 'live-%'
            """;

    private static final String OLD_VERSIONS = """
            SELECT variable_value FROM information_schema.global_status WHERE variable_name = 'INNODB_HISTORY_LIST_LENGTH'
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
        return List.of();
    }
}
