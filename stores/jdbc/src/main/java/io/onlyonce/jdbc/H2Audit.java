package io.onlyonce.jdbc;

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
    public String purge() {
        return PURGE;
    }

    @Override
    public String limited() {
        return "FETCH FIRST ? ROWS ONLY";
    }
}
