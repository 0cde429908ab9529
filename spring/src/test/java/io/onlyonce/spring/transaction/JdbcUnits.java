package io.onlyonce.spring.transaction;

import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.testkit.contract.TransactionRunnerContract;
import io.onlyonce.transaction.TransactionRunner;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;

/** The contract of {@link SpringTransactions}; the effects are written by a JdbcTemplate that takes part in the transaction. */
abstract class JdbcUnits extends TransactionRunnerContract {
    private final BusinessDatabase database;
    private final SpringTransactions transactions;
    private final JdbcTemplate jdbc;

    JdbcUnits(BusinessDatabase database, PlatformTransactionManager manager) {
        this.database = database;
        this.transactions = new SpringTransactions(manager, database.pool());
        this.jdbc = new JdbcTemplate(database.pool());
    }

    @Override
    protected TransactionRunner transactions() {
        return transactions;
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
