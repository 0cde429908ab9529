package io.onlyonce.engine;

import io.onlyonce.transaction.TransactionRunner;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a whole transaction again when the database gave it up as a deadlock's victim or could not serialise it. Never a single statement. */
final class Retries {
    /** How often a claim is tried at most; nothing has run before it, so this needs nobody's leave. */
    private static final int CLAIM_ATTEMPTS = 5;

    private static final Logger log = LoggerFactory.getLogger(Retries.class);

    private Retries() {}

    static <R> R whole(int maxAttempts, TransactionRunner transactions, Callable<R> transaction, BooleanSupplier worked)
            throws Exception {
        for (int attempt = 1; ; attempt++) {
            try {
                return transaction.call();
            } catch (Exception failure) {
                int limit = worked.getAsBoolean() ? maxAttempts : Math.max(maxAttempts, CLAIM_ATTEMPTS);
                if (attempt >= limit || !transactions.retryable(failure)) {
                    throw failure;
                }
                log.info(
                        "Transaction given up by the database in attempt {} of {}, run again: {}",
                        attempt,
                        limit,
                        failure.toString());
                pause(attempt);
            }
        }
    }

    /** A short pause of random length, so that two victims do not meet again. */
    private static void pause(int attempt) {
        LockSupport.parkNanos(
                TimeUnit.MILLISECONDS.toNanos(1 + ThreadLocalRandom.current().nextInt(5 << attempt)));
    }
}
