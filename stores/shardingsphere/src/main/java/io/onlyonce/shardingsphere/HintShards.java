package io.onlyonce.shardingsphere;

import io.onlyonce.error.ErrorTexts;
import io.onlyonce.error.MisuseException;
import io.onlyonce.shard.ShardBinding;
import java.util.Optional;
import org.apache.shardingsphere.infra.hint.HintManager;
import org.jspecify.annotations.Nullable;

/**
 * Binds a thread to a shard by ShardingSphere's hint: each statement of that thread goes to the data source of that name, whatever the sharding rules say.
 *
 * <p>So record and business rows lie in one database, in one transaction of it. The names of the shards are those of ShardingSphere's data sources. Threads that are made
 * meanwhile inherit the hint; let them do nothing with the database. Thread-safe.
 *
 * @see <a href="https://shardingsphere.apache.org/document/current/en/user-manual/shardingsphere-jdbc/special-api/sharding/hint/">Hint</a>
 */
public final class HintShards implements ShardBinding {

    /**
     * @throws MisuseException if the thread is bound to another shard, or uses another hint
     */
    @Override
    public <R extends @Nullable Object> R in(String shard, Bound<R> work) throws Exception {
        String before = current().orElse(null);
        if (before != null) {
            if (!before.equals(shard)) {
                throw new MisuseException(ErrorTexts.shardBound(before, shard));
            }
            return work.run();
        }
        if (HintManager.isInstantiated()) {
            throw new MisuseException(
                    "This thread was to be bound to the shard \"" + shard
                            + "\", but has a hint of ShardingSphere's that names no data source. Nothing was done. Close that HintManager first.");
        }
        try (HintManager hint = HintManager.getInstance()) {
            hint.setDataSourceName(shard);
            return work.run();
        }
    }

    @Override
    public Optional<String> current() {
        return HintManager.getDataSourceName();
    }
}
