package io.onlyonce.shop.shard;

import io.onlyonce.OnlyOnce;
import io.onlyonce.saga.Participant;
import io.onlyonce.shard.ShardBinding;
import io.onlyonce.shard.ShardedOnlyOnce;
import io.onlyonce.transaction.TransactionRunner;
import java.util.List;

/** Rows lie in several databases: an account's where its id says, all else with its user. */
final class ShardedDatabases implements Shards {
    private final List<String> names;
    private final ShardBinding threads;
    private final OnlyOnce engine;
    private final TransactionRunner transactions;

    ShardedDatabases(List<String> names, ShardBinding threads, OnlyOnce engine, TransactionRunner transactions) {
        this.names = names;
        this.threads = threads;
        this.engine = engine;
        this.transactions = transactions;
    }

    @Override
    public List<String> names() {
        return names;
    }

    /** By its id: there are only accounts that were seeded, so no later shard can change where they lie. */
    @Override
    public String ofAccount(String accountId) {
        return placed(accountId, names);
    }

    static String placed(String id, List<String> names) {
        return names.get(Math.floorMod(id.hashCode(), names.size()));
    }

    @Override
    public Participant participant(String shard) {
        return new Participant(
                shard, new ShardedOnlyOnce(engine, transactions, threads, anything -> shard), transactions);
    }

    /** One that fails does not keep the others from their turn. */
    @Override
    public void each(Work work) {
        RuntimeException failed = null;
        for (String shard : names) {
            try {
                in(shard, work);
            } catch (RuntimeException failure) {
                failed = failure;
            }
        }
        if (failed != null) {
            throw failed;
        }
    }

    private void in(String shard, Work work) {
        try {
            threads.in(shard, () -> {
                work.in(shard);
                return shard;
            });
        } catch (RuntimeException failure) {
            throw failure;
        } catch (Exception impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
