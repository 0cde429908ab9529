package io.onlyonce.jdbc;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a batch of a purge has deleted.
 *
 * @param rows how many
 * @param latest when the last of them had expired; null if there was none, or the database has no use for it
 */
record PurgedBatch(int rows, @Nullable Instant latest) {}
