package io.onlyonce.shard;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes what a thread does go to one shard: the transactions that it opens meanwhile, and the connections that it takes.
 *
 * <p>{@link ThreadShards} does it for a routing data source. Where another library routes, a few lines bind its own hint instead, such as
 * ShardingSphere's {@code HintManager.setDataSourceName}. Must be thread-safe.
 */
public interface ShardBinding {
    /**
     * Runs the work with this thread bound to the shard; afterwards it is bound as before.
     *
     * @throws io.onlyonce.error.MisuseException if it is bound to another shard
     * @throws Exception what the work threw
     */
    <R extends @Nullable Object> R in(String shard, Bound<R> work) throws Exception;

    /** What this thread is bound to. */
    Optional<String> current();

    /** Runs in a shard. */
    @FunctionalInterface
    interface Bound<R extends @Nullable Object> {
        R run() throws Exception;
    }
}
