package io.onlyonce.jdbc;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The purge of one table. After a full batch the next one begins where that one ended, because what was deleted stays in the index for a while, and each batch would read it again; the
 * last one looks at the beginning once more, for rows that were held by others. Thread-safe.
 *
 * @param <P> the order in which rows go
 */
final class PurgeInBatches<P> {
    /** Where the last row of the last full batch stood; null = nothing is known to lie before. */
    private final AtomicReference<@Nullable P> floor = new AtomicReference<>();

    /** Deletes rows. */
    @FunctionalInterface
    interface Batch<P> {
        /**
         * @param from passes by what stands before, and by what is left of it in the index; null = begins at the beginning
         */
        PurgedBatch<P> delete(@Nullable P from, int limit);
    }

    /** Deletes so many at most, and says how many those were. */
    int delete(int limit, Batch<P> batch) {
        P from = floor.get();
        int deleted = delete(from, limit, batch);
        return from == null || deleted == limit ? deleted : deleted + delete(null, limit - deleted, batch);
    }

    private int delete(@Nullable P from, int limit, Batch<P> batch) {
        PurgedBatch<P> done = batch.delete(from, limit);
        floor.set(done.rows() == limit ? done.last() : null);
        return done.rows();
    }
}
