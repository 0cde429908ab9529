package io.onlyonce.shard;

import io.onlyonce.error.ErrorTexts;
import io.onlyonce.error.MisuseException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which shard each thread is bound to; a routing data source asks it. Make one for all that belongs together and keep it. Thread-safe. */
public final class ThreadShards implements ShardBinding {
    @SuppressWarnings("ThreadLocalUsage") // each instance has bindings of its own
    private final ThreadLocal<@Nullable String> bound = new ThreadLocal<>();

    @Override
    public <R extends @Nullable Object> R in(String shard, Bound<R> work) throws Exception {
        String before = bound.get();
        if (before != null) {
            if (!before.equals(shard)) {
                throw new MisuseException(ErrorTexts.shardBound(before, shard));
            }
            return work.run();
        }
        bound.set(shard);
        try {
            return work.run();
        } finally {
            bound.remove();
        }
    }

    @Override
    public Optional<String> current() {
        return Optional.ofNullable(bound.get());
    }
}
