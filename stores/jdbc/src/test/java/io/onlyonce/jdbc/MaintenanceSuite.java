package io.onlyonce.jdbc;

import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordMaintenance;
import io.onlyonce.testkit.contract.RecordDriver;
import io.onlyonce.testkit.contract.RecordMaintenanceContract;
import org.junit.jupiter.api.BeforeEach;

/** The contract of {@link JdbcRecordMaintenance} on some database. */
abstract class MaintenanceSuite extends RecordMaintenanceContract {
    private final Tables tables;
    private final RecordDriver records;

    MaintenanceSuite(Tables tables, RecordDriver records) {
        this.tables = tables;
        this.records = records;
    }

    static RecordDriver transactional(Tables tables) {
        return RecordDriver.of(new JdbcRecordStore(tables.transactions()), tables.transactions());
    }

    static RecordDriver leased(Tables tables) {
        return RecordDriver.of(new JdbcLeasedRecordStore(tables.pool()));
    }

    @BeforeEach
    void clear() { // the suite counts what a purge deletes
        tables.database().execute("DELETE FROM onlyonce_record");
    }

    @Override
    protected RecordMaintenance maintenance() {
        return new JdbcRecordMaintenance(tables.pool());
    }

    @Override
    protected RecordDriver records() {
        return records;
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
