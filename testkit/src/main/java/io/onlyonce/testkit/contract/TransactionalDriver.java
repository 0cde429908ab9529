package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.Fingerprint;
import io.onlyonce.record.Claim;
import io.onlyonce.record.ClaimRequest;
import io.onlyonce.record.Completion;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.TransactionalRecordStore;
import io.onlyonce.testkit.SideTransaction;
import io.onlyonce.transaction.TransactionRunner;
import io.onlyonce.transaction.TransactionRunner.Ended;
import io.onlyonce.transaction.TransactionRunner.Unit;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Each verb is a transaction of its own, run again as a whole when the database asks for it. */
record TransactionalDriver(TransactionalRecordStore store, TransactionRunner transactions) implements RecordDriver {
    private static final int ATTEMPTS = 50;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Override
    public Claim remember(RecordKey key, Fingerprint fingerprint, Completion completion) {
        return run(() -> {
            Claim claim = store.claim(new ClaimRequest(key, fingerprint, PATIENCE));
            if (!(claim instanceof Claim.Claimed claimed)) {
                return Ended.rollBack(claim);
            }
            store.complete(key, claimed.fence(), completion);
            return Ended.commit(claim);
        });
    }

    @Override
    public Claim look(RecordKey key, Fingerprint fingerprint) {
        return run(() -> Ended.rollBack(store.claim(new ClaimRequest(key, fingerprint, PATIENCE))));
    }

    @Override
    public void whileClaimed(RecordKey key, Runnable action) {
        try (SideTransaction side = SideTransaction.begin(transactions)) {
            Claim claim = side.call(() -> store.claim(new ClaimRequest(key, Fingerprint.of("payload"), PATIENCE)));
            assertThat(claim).isInstanceOf(Claim.Claimed.class);
            action.run();
            side.rollBack();
        }
    }

    /** Runs a unit, again as a whole while the database says that it may. */
    <R extends @Nullable Object> R run(Unit<R> unit) {
        for (int attempt = 1; ; attempt++) {
            try {
                return transactions.run(unit);
            } catch (Exception e) {
                if (attempt == ATTEMPTS || !transactions.retryable(e)) {
                    throw new AssertionError("The transaction failed at attempt " + attempt + ": " + e, e);
                }
            }
        }
    }
}
