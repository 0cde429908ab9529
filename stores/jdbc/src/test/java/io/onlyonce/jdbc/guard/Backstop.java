package io.onlyonce.jdbc.guard;

import io.onlyonce.jdbc.JdbcTransactions;
import io.onlyonce.jdbc.Sessions;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/**
 * Transactions of one kind on a test's tables.
 *
 * @param transactions the transactions
 * @param retries how often {@link #unit} ran one again
 */
record Backstop(JdbcTransactions transactions, AtomicInteger retries) {
    private static final int ATTEMPTS = 20;

    static Backstop on(DataSource dataSource) {
        return new Backstop(new JdbcTransactions(dataSource), new AtomicInteger());
    }

    /** Sessions at an isolation level; on H2 always at READ COMMITTED, the only one at which its readers see a winner. */
    static Backstop isolated(TestDatabase database, int connections, String level) {
        DataSource pool = database.dataSource(connections);
        if (database.url().startsWith("jdbc:h2")) {
            return on(pool);
        }
        boolean postgresql = database.url().startsWith("jdbc:postgresql");
        return on(Sessions.with(
                pool,
                postgresql
                        ? "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL " + level
                        : "SET SESSION TRANSACTION ISOLATION LEVEL " + level));
    }

    /** Runs a whole unit, again where the database gave it up. */
    <R> R unit(Callable<R> work) throws Exception {
        for (int attempt = 1; ; attempt++) {
            try {
                return transactions.run(() -> Ended.commit(work.call()));
            } catch (Exception e) {
                if (attempt == ATTEMPTS || !transactions.retryable(e)) {
                    throw e;
                }
                retries.incrementAndGet();
            }
        }
    }
}
