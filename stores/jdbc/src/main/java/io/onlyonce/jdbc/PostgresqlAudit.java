package io.onlyonce.jdbc;

/** PostgreSQL. */
record PostgresqlAudit(RecordSql values) implements AuditSql {
    private static final String APPEND = """
            INSERT INTO onlyonce_audit
                (id, record_id, operation, scope_digest, key_digest, event, state, layer, attempt, code, number, request,
                 took_us, actor)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO NOTHING
            """;

    private static final String PURGE = """
            WITH gone AS MATERIALIZED (
                SELECT id FROM onlyonce_audit
                WHERE id < ?
                ORDER BY id
                LIMIT ?
                FOR UPDATE SKIP LOCKED
            )
            DELETE FROM onlyonce_audit USING gone WHERE onlyonce_audit.id = gone.id
            """;

    @Override
    public String append() {
        return APPEND;
    }

    @Override
    public String purge() {
        return PURGE;
    }

    @Override
    public String limited() {
        return "LIMIT ?";
    }
}
