package io.onlyonce.jdbc;

import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.record.RecordKey;
import io.onlyonce.testkit.contract.LeasedRecordStoreContract;

/** The contract of {@link JdbcLeasedRecordStore} on some database. */
abstract class LeasedSuite extends LeasedRecordStoreContract {
    private final Tables tables;
    private final JdbcLeasedRecordStore store;

    LeasedSuite(Tables tables) {
        this.tables = tables;
        this.store = new JdbcLeasedRecordStore(tables.pool());
    }

    @Override
    protected LeasedRecordStore store() {
        return store;
    }

    @Override
    protected void expire(RecordKey key) {
        tables.expire(key);
    }

    @Override
    protected void expireLease(RecordKey key) {
        tables.expireLease(key);
    }

    @Override
    protected void purgeExpired() {
        new JdbcRecordMaintenance(tables.pool()).purgeExpired(1000);
    }

    @Override
    protected long countRecords() {
        return tables.records();
    }
}
