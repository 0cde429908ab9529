package io.onlyonce.testkit.memory;

import io.onlyonce.audit.AuditStore;
import io.onlyonce.memory.MemoryAudit;
import io.onlyonce.testkit.contract.AuditStoreContract;

class MemoryAuditTest extends AuditStoreContract {
    private final MemoryAudit audit = new MemoryAudit();

    @Override
    protected AuditStore store() {
        return audit;
    }
}
