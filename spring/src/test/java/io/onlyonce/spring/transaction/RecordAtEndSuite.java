package io.onlyonce.spring.transaction;

import io.onlyonce.jdbc.JdbcRecordMaintenance;
import io.onlyonce.jdbc.JdbcRecordStore;
import io.onlyonce.record.RecordMaintenance;
import io.onlyonce.record.TransactionalRecordStore;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.testkit.contract.RecordAtEndContract;
import io.onlyonce.transaction.TransactionRunner;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;

/** The engine through {@link SpringTransactions}, with the record at the end; the effects are written by a JdbcTemplate. */
abstract class RecordAtEndSuite extends RecordAtEndContract {
    private final BusinessDatabase database;
    private final SpringTransactions transactions;
    private final JdbcRecordStore store;
    private final JdbcTemplate jdbc;

    RecordAtEndSuite(BusinessDatabase database, PlatformTransactionManager manager) {
        this.database = database;
        this.transactions = new SpringTransactions(manager, database.pool());
        this.store = new JdbcRecordStore(transactions);
        this.jdbc = new JdbcTemplate(database.pool());
    }

    @Override
    protected TransactionalRecordStore store() {
        return store;
    }

    @Override
    protected TransactionRunner transactions() {
        return transactions;
    }

    @Override
    protected RecordMaintenance maintenance() {
        return new JdbcRecordMaintenance(database.pool());
    }

    @Override
    protected void recordEffect(String name) {
        jdbc.update("INSERT INTO effect (name) VALUES (?)", name);
    }

    @Override
    protected long countEffects(String name) {
        return database.effects(name);
    }
}
