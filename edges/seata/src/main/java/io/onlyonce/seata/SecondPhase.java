package io.onlyonce.seata;

import io.onlyonce.Attempt;
import org.jspecify.annotations.Nullable;

/**
 * What confirming or cancelling does to what was reserved, in a transaction of the resource's database, which also holds the record. It must not commit, roll back or
 * open a second connection, and may run again after a deadlock rolled everything back.
 */
@FunctionalInterface
public interface SecondPhase<R extends @Nullable Object> {
    /**
     * @param reserved what the try answered
     * @param attempt of the ending
     * @throws Exception if it cannot be done now; everything is rolled back, and Seata asks again
     */
    void run(R reserved, Attempt attempt) throws Exception;
}
