package io.onlyonce.jdbc;

import io.onlyonce.testkit.contract.TransactionRunnerContract;
import io.onlyonce.transaction.TransactionRunner;

/** The contract of {@link JdbcTransactions} on some database. */
abstract class TransactionsSuite extends TransactionRunnerContract {
    private final Tables tables;

    TransactionsSuite(Tables tables) {
        this.tables = tables;
    }

    @Override
    protected TransactionRunner transactions() {
        return tables.transactions();
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
