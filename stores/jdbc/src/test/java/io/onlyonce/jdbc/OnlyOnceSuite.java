package io.onlyonce.jdbc;

import io.onlyonce.record.RecordMaintenance;
import io.onlyonce.record.TransactionalRecordStore;
import io.onlyonce.testkit.contract.OnlyOnceContract;
import io.onlyonce.transaction.TransactionRunner;

/** The engine's contract over {@link JdbcRecordStore} on some database. */
abstract class OnlyOnceSuite extends OnlyOnceContract {
    private final Tables tables;
    private final JdbcRecordStore store;

    OnlyOnceSuite(Tables tables) {
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
