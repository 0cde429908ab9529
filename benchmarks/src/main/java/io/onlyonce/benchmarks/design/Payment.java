package io.onlyonce.benchmarks.design;

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * What is asked for: an amount from an account.
 *
 * @param key the idempotency key
 */
public record Payment(UUID key, int account) {
    /** Of every payment. */
    public static final int AMOUNT = 3;

    /** Of every answer, in bytes: a small JSON document. */
    public static final int ANSWER_LENGTH = 300;

    /** A payment under this key from some account. */
    public static Payment of(UUID key) {
        return new Payment(key, ThreadLocalRandom.current().nextInt(Business.ACCOUNTS) + 1);
    }

    /** What the one who asks is told. */
    public String answer() {
        String start = "paid " + AMOUNT + " from " + account + ", " + key + " ";
        return start + ".".repeat(ANSWER_LENGTH - start.length());
    }
}
