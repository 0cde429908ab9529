package io.onlyonce.benchmarks.design;

/** One way to run the business transaction, on one node. Thread-safe. */
public interface Design extends AutoCloseable {
    /** Pays, or gives the answer that was given under this key before. */
    String pay(Payment payment) throws Exception;

    @Override
    default void close() {}
}
