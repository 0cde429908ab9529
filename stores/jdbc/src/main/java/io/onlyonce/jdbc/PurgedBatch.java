package io.onlyonce.jdbc;

import org.jspecify.annotations.Nullable;

/**
 * What a batch of a purge has deleted.
 *
 * @param <P> the order in which rows go: when they have expired, or their ids
 * @param rows how many
 * @param last where in that order the last of them stood; null if there was none, or the database has no use for it
 */
record PurgedBatch<P>(int rows, @Nullable P last) {}
