package io.onlyonce.jdbc;

import io.onlyonce.record.RecordKey;
import io.onlyonce.record.TransactionalRecordStore;
import io.onlyonce.testkit.contract.TransactionalRecordStoreContract;
import io.onlyonce.transaction.TransactionRunner;

/** The contract of {@link JdbcRecordStore} on some database. */
abstract class TransactionalSuite extends TransactionalRecordStoreContract {
    private final Tables tables;
    private final JdbcRecordStore store;

    TransactionalSuite(Tables tables) {
        this.tables = tables;
        this.store = new JdbcRecordStore(tables.transactions());
    }

    @Override
    protected TransactionalRecordStore store() {
        return store;
    }

    @Override
    protected TransactionRunner transactions() {
        return tables.transactions();
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
