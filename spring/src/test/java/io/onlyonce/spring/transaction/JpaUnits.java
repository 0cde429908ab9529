package io.onlyonce.spring.transaction;

import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Jpa;
import io.onlyonce.testkit.contract.TransactionRunnerContract;
import io.onlyonce.transaction.TransactionRunner;

/** The contract of {@link SpringTransactions} with JPA; the effects are entities that nobody flushes. */
abstract class JpaUnits extends TransactionRunnerContract {
    private final BusinessDatabase database;
    private final Jpa jpa;
    private final SpringTransactions transactions;

    JpaUnits(BusinessDatabase database, Jpa jpa) {
        this.database = database;
        this.jpa = jpa;
        this.transactions = new SpringTransactions(jpa.manager(), database.pool());
    }

    @Override
    protected TransactionRunner transactions() {
        return transactions;
    }

    @Override
    protected void recordEffect(String name) {
        jpa.persist(name);
    }

    @Override
    protected long countEffects(String name) {
        return database.jpaEffects(name);
    }
}
