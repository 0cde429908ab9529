package io.onlyonce.broken.shop;

import io.onlyonce.broken.frame.UnavailableException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Whoever has to be asked before something can be done: a warehouse, a bank, a printer. That takes a while, as it does in real life, and leaves nothing behind over
 * there. About what begins with {@value #FLAKY} it does not answer the first time that it is asked for an operation. Thread-safe.
 */
public final class Partner {
    /** What such names begin with. */
    public static final String FLAKY = "FLAKY";

    private static final int LEAST_MS = 10;
    private static final int MOST_MS = 30;

    private final Set<String> askedBefore = ConcurrentHashMap.newKeySet();

    /**
     * Asks.
     *
     * @param ref the operation
     * @param about a product, an order, a customer
     * @throws UnavailableException if there is no answer
     */
    public void ask(String ref, String about) {
        pause(ThreadLocalRandom.current().nextInt(LEAST_MS, MOST_MS));
        if (about.startsWith(FLAKY) && askedBefore.add(ref)) {
            throw new UnavailableException("There is no answer about " + about + " at the moment.");
        }
    }

    /** Hands something over that always works: a document to the printer, a mail to the mail server. */
    public void tell() {
        pause(ThreadLocalRandom.current().nextInt(LEAST_MS, MOST_MS));
    }

    /** Waits. */
    public static void pause(long milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnavailableException("The service is being stopped.");
        }
    }
}
