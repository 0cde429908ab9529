package io.onlyonce.jdbc;

/** MariaDB and MySQL. Nobody but purgers locks entries, and those lock them in one order, so a purger may wait for another one, and never two for each other. */
record InnodbAudit(RecordSql values) implements AuditSql {
    private static final String APPEND = """
            INSERT INTO onlyonce_audit
                (id, record_id, operation, scope_digest, key_digest, event, state, layer, attempt, code, number, request,
                 took_us, actor)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON DUPLICATE KEY UPDATE id = id
            """;

    private static final String PURGE = """
            DELETE FROM onlyonce_audit WHERE id < ? ORDER BY id LIMIT ?
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
