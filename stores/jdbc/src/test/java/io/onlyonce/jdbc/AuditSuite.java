package io.onlyonce.jdbc;

import io.onlyonce.audit.AuditStore;
import io.onlyonce.testkit.contract.AuditStoreContract;

/** The contract of {@link JdbcAudit} on some database. */
abstract class AuditSuite extends AuditStoreContract {
    private final JdbcAudit audit;

    AuditSuite(Tables tables) {
        this.audit = new JdbcAudit(tables.pool());
    }

    @Override
    protected AuditStore store() {
        return audit;
    }
}
