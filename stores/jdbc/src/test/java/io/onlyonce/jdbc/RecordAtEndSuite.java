package io.onlyonce.jdbc;

import io.onlyonce.record.RecordMaintenance;
import io.onlyonce.record.TransactionalRecordStore;
import io.onlyonce.testkit.contract.RecordAtEndContract;
import io.onlyonce.transaction.TransactionRunner;

/** The engine's contract over {@link JdbcRecordStore} on some database, with the record at the end. */
abstract class RecordAtEndSuite extends RecordAtEndContract {
    private final Tables tables;
    private final JdbcRecordStore store;

    RecordAtEndSuite(Tables tables) {
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
    protected RecordMaintenance maintenance() {
        return new JdbcRecordMaintenance(tables.pool());
    }

    @Override
    protected void recordEffect(String name) throws Exception {
        tables.effect(name);
    }

    @Override
    protected long countEffects(String name) {
        return tables.effects(name);
    }
}
