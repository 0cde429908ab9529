package io.onlyonce.spring.transaction;

import io.onlyonce.Call;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Refusal;
import io.onlyonce.ResultCodec;
import io.onlyonce.jdbc.JdbcRecordStore;
import io.onlyonce.probe.Probe;
import io.onlyonce.spring.support.BusinessDatabase;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Everything that a call through {@link SpringTransactions} needs, without an application context. */
final class Rig {
    static final Operation<String> TRANSFER = Operation.named("transfer", ResultCodec.text())
            .patience(Duration.ofSeconds(30))
            .remembering(new Refusal<>("sold-out", SoldOut.class, SoldOut::new));

    final BusinessDatabase database;
    final SpringTransactions transactions;
    final OnlyOnce onlyOnce;
    final JdbcTemplate jdbc;

    /** An inner {@code @Transactional} method, as code. */
    final TransactionTemplate inner;

    static final class SoldOut extends RuntimeException {
        private static final long serialVersionUID = 1L;

        SoldOut(@Nullable String message) {
            super(message);
        }
    }

    Rig(BusinessDatabase database, PlatformTransactionManager manager) {
        this(database, manager, Probe.NONE);
    }

    Rig(BusinessDatabase database, PlatformTransactionManager manager, Probe probe) {
        this.database = database;
        this.transactions = new SpringTransactions(manager, database.pool());
        this.onlyOnce = OnlyOnce.transactional(new JdbcRecordStore(transactions), transactions, probe);
        this.jdbc = new JdbcTemplate(database.pool());
        this.inner = new TransactionTemplate(manager);
    }

    static Call call(String key) {
        return Call.of("tenant", key, "payload");
    }

    void effect(String key) {
        jdbc.update("INSERT INTO effect (name) VALUES (?)", key);
    }

    /** The answer of a run whose work has one effect. */
    String done(String key) throws Exception {
        return onlyOnce.run(TRANSFER, call(key), attempt -> {
                    effect(key);
                    return "done";
                })
                .orElseThrow();
    }

    /** An inner transactional method that writes and then refuses. */
    void refuseInside(String key) {
        inner.executeWithoutResult(status -> {
            effect(key);
            throw new SoldOut("none left");
        });
    }

    @Override
    public String toString() {
        return database.database().url().replaceAll("jdbc:(\\w+):.*", "$1") + " "
                + transactions.manager().getClass().getSimpleName();
    }
}
