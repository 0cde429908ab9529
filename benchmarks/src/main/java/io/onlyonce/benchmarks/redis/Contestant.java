package io.onlyonce.benchmarks.redis;

/** One way to make an operation, and what it is called in the report. Thread-safe. */
interface Contestant {
    String name();

    /**
     * Makes one operation and waits for its end.
     *
     * @param number differs from that of every other operation of this run
     * @throws IllegalStateException if it ended another way than it had to
     */
    void operate(long number) throws Exception;

    /** How many round trips it needs; as many PINGs are its limit. */
    int roundTrips();

    /** How many scripts each of its operations has the server run. */
    int scripts();

    /** How many records each of its operations leaves. */
    int records();
}
