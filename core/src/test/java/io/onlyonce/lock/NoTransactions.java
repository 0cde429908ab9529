package io.onlyonce.lock;

import io.onlyonce.transaction.TransactionRunner;

/** Runs units without any transaction, so that one inside another can be tested. */
final class NoTransactions implements TransactionRunner {
    @Override
    public boolean joins() {
        return false;
    }

    @Override
    public <R> R run(Unit<R> unit) throws Exception {
        return unit.run().result();
    }

    @Override
    public boolean retryable(Throwable failure) {
        return false;
    }
}
