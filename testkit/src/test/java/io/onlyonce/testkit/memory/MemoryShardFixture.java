package io.onlyonce.testkit.memory;

import io.onlyonce.OnlyOnce;
import io.onlyonce.memory.MemoryRecordStore;
import io.onlyonce.memory.MemoryShardDirectory;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.probe.Probe;
import io.onlyonce.saga.Participant;
import io.onlyonce.shard.ShardBinding;
import io.onlyonce.shard.ShardDirectory;
import io.onlyonce.shard.ThreadShards;
import io.onlyonce.testkit.contract.ShardContract;
import io.onlyonce.transaction.TransactionRunner;
import java.util.List;

/** Shards in memory, and a directory beside them. */
public abstract class MemoryShardFixture extends ShardContract {
    private final ShardBinding binding = new ThreadShards();
    private final MemoryShards shards = new MemoryShards(binding, List.of("a", "b", "c"));
    private final MemoryTransactions homeTransactions = new MemoryTransactions();
    private final MemoryRecordStore homeRecords = new MemoryRecordStore(homeTransactions);
    private final ShardDirectory directory = new MemoryShardDirectory();

    @Override
    protected ShardBinding binding() {
        return binding;
    }

    @Override
    protected TransactionRunner transactions() {
        return shards;
    }

    @Override
    protected OnlyOnce engine(Probe probe) {
        return OnlyOnce.transactional(shards, shards, probe);
    }

    @Override
    protected Participant home(Probe probe) {
        return participant(homeRecords, homeTransactions, probe);
    }

    /** A database that nobody else has. */
    protected static Participant newHome(Probe probe) {
        MemoryTransactions transactions = new MemoryTransactions();
        return participant(new MemoryRecordStore(transactions), transactions, probe);
    }

    private static Participant participant(MemoryRecordStore records, MemoryTransactions transactions, Probe probe) {
        return new Participant("home", OnlyOnce.transactional(records, transactions, probe), transactions);
    }

    @Override
    protected ShardDirectory directory() {
        return directory;
    }

    @Override
    protected void effect(String name) {
        shards.current().effects().record(name);
    }

    @Override
    protected long effects(String shard, String name) {
        return shards.shard(shard).effects().count(name);
    }

    @Override
    protected long effects(String shard) {
        return shards.shard(shard).effects().count();
    }

    @Override
    protected long records(String shard) {
        return shards.shard(shard).records();
    }
}
