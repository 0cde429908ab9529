package io.onlyonce.testkit.bite;

import io.onlyonce.probe.Probe;
import io.onlyonce.saga.Participant;
import io.onlyonce.shard.ShardBinding;
import io.onlyonce.shard.ShardDirectory;
import io.onlyonce.testkit.memory.MemoryShardFixture;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** What sharded operations stand on, with one fault each; none may pass its suite. */
final class BrokenShards {
    private BrokenShards() {}

    static class Sound extends MemoryShardFixture {}

    /** Gives everybody what he proposes, as a function of the number of shards does. */
    static class DecidesNothing extends MemoryShardFixture {
        @Override
        protected ShardDirectory directory() {
            return (routeKey, proposed) -> proposed;
        }
    }

    /** Takes keys for the same that differ in case only, as many a collation does. */
    static class Folds extends MemoryShardFixture {
        @Override
        protected ShardDirectory directory() {
            ShardDirectory sound = super.directory();
            return (routeKey, proposed) -> sound.decide(routeKey.toLowerCase(Locale.ROOT), proposed);
        }
    }

    /** Keeps what each key belongs to in a database of each process's own. */
    static class ForgetsRoutes extends MemoryShardFixture {
        @Override
        protected Participant home(Probe probe) {
            return newHome(probe);
        }
    }

    /** Lets each call's work go to the next shard. */
    static class BindsToAnother extends MemoryShardFixture {
        private final AtomicInteger calls = new AtomicInteger();

        @Override
        protected ShardBinding binding() {
            ShardBinding sound = super.binding();
            return new ShardBinding() {
                @Override
                public <R extends @Nullable Object> R in(String shard, Bound<R> work) throws Exception {
                    return sound.current().isPresent()
                            ? work.run()
                            : sound.in(calls.incrementAndGet() % 2 == 0 ? "a" : "b", work);
                }

                @Override
                public Optional<String> current() {
                    return sound.current();
                }
            };
        }
    }
}
