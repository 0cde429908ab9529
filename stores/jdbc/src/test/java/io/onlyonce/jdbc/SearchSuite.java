package io.onlyonce.jdbc;

import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordSearch;
import io.onlyonce.testkit.contract.RecordSearchContract;

/** The contract of {@link JdbcRecordSearch} on some database. */
abstract class SearchSuite extends RecordSearchContract {
    private final Tables tables;

    SearchSuite(Tables tables) {
        this.tables = tables;
    }

    @Override
    protected RecordSearch search() {
        return new JdbcRecordSearch(tables.pool());
    }

    @Override
    protected LeasedRecordStore store() {
        return new JdbcLeasedRecordStore(tables.pool());
    }

    @Override
    protected void expireLease(RecordKey key) {
        tables.expireLease(key);
    }

    @Override
    protected void expire(RecordKey key) {
        tables.expire(key);
    }
}
