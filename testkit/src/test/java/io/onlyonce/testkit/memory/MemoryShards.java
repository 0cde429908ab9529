package io.onlyonce.testkit.memory;

import io.onlyonce.memory.MemoryRecordStore;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.record.Claim;
import io.onlyonce.record.ClaimRequest;
import io.onlyonce.record.Completion;
import io.onlyonce.record.Fence;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.TransactionalRecordStore;
import io.onlyonce.shard.ShardBinding;
import io.onlyonce.transaction.TransactionRunner;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Databases in memory, of which a thread sees the one that it is bound to. */
final class MemoryShards implements TransactionRunner, TransactionalRecordStore {
    private final ShardBinding binding;
    private final Map<String, Shard> shards;

    MemoryShards(ShardBinding binding, List<String> names) {
        this.binding = binding;
        this.shards = names.stream().collect(Collectors.toMap(Function.identity(), any -> new Shard()));
    }

    static final class Shard {
        private final MemoryTransactions transactions = new MemoryTransactions();
        private final MemoryRecordStore records = new MemoryRecordStore(transactions);
        private final MemoryEffects effects = new MemoryEffects(transactions);

        MemoryEffects effects() {
            return effects;
        }

        long records() {
            return records.size();
        }
    }

    Shard shard(String name) {
        return Objects.requireNonNull(shards.get(name), name);
    }

    Shard current() {
        return shard(
                binding.current().orElseThrow(() -> new IllegalStateException("This thread is bound to no shard.")));
    }

    @Override
    public boolean joins() {
        return shards.values().stream().anyMatch(shard -> shard.transactions.joins());
    }

    @Override
    public <R extends @Nullable Object> R run(Unit<R> unit) throws Exception {
        return current().transactions.run(unit);
    }

    @Override
    public boolean retryable(Throwable failure) {
        return false;
    }

    @Override
    public Claim claim(ClaimRequest request) {
        return current().records.claim(request);
    }

    @Override
    public void complete(RecordKey key, Fence fence, Completion completion) {
        current().records.complete(key, fence, completion);
    }

    @Override
    public void record(ClaimRequest request, Completion completion) {
        current().records.record(request, completion);
    }
}
