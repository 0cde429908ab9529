package io.onlyonce.jdbc;

import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RefusedRecords;
import io.onlyonce.testkit.contract.RecordDriver;
import io.onlyonce.testkit.contract.RefusedRecordsContract;

/** The contract of {@link JdbcRecordMaintenance} as {@link RefusedRecords}, on some database. */
abstract class RefusedSuite extends RefusedRecordsContract {
    private final Tables tables;

    RefusedSuite(Tables tables) {
        this.tables = tables;
    }

    @Override
    protected RefusedRecords refused() {
        return new JdbcRecordMaintenance(tables.pool());
    }

    @Override
    protected RecordDriver records() {
        return MaintenanceSuite.transactional(tables);
    }

    @Override
    protected void expire(RecordKey key) {
        tables.expire(key);
    }

    @Override
    protected long countRecords() {
        return tables.records();
    }
}
