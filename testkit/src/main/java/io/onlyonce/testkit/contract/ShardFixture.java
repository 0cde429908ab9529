package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.Call;
import io.onlyonce.Fingerprint;
import io.onlyonce.IdempotencyKey;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.ResultCodec;
import io.onlyonce.Scope;
import io.onlyonce.Work;
import io.onlyonce.probe.Probe;
import io.onlyonce.saga.Participant;
import io.onlyonce.shard.DirectorySharding;
import io.onlyonce.shard.ShardBinding;
import io.onlyonce.shard.ShardDirectory;
import io.onlyonce.shard.ShardedOnlyOnce;
import io.onlyonce.shard.Sharding;
import io.onlyonce.testkit.Tripwire;
import io.onlyonce.transaction.TransactionRunner;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * Two shards and a third that is added, the words that the cases of the shard suite are written in, and the check that each of them ends with: an effect is there once over all shards,
 * and in each shard there is a record for each effect and none without. A set-up's test gives what is abstract.
 */
public abstract class ShardFixture {
    static final String OLD_SHARD = "a";
    static final String OTHER_SHARD = "b";
    static final String NEW_SHARD = "c";
    static final List<String> SHARDS = List.of(OLD_SHARD, OTHER_SHARD, NEW_SHARD);

    /** What the nodes are configured with, before and after. */
    static final Sharding TWO = key -> SHARDS.get(Math.floorMod(key.hashCode(), 2));

    static final Sharding THREE = key -> SHARDS.get(Math.floorMod(key.hashCode(), 3));

    static final Operation<String> PAY =
            Operation.named("pay", ResultCodec.text()).patience(Duration.ofSeconds(30));

    private final Set<String> effects = ConcurrentHashMap.newKeySet();
    private long before;

    /** Binds threads to the shards a, b and c. */
    protected abstract ShardBinding binding();

    /** The transactions of whatever shard the thread is bound to. */
    protected abstract TransactionRunner transactions();

    /** An engine of its own, over those transactions. */
    protected abstract OnlyOnce engine(Probe probe);

    /** The database that the directory is in, with an engine of its own. */
    protected abstract Participant home(Probe probe);

    protected abstract ShardDirectory directory();

    /** Writes an effect in the transaction that is open on this thread. */
    protected abstract void effect(String name) throws Exception;

    /** How many effects of this name are committed in this shard. */
    protected abstract long effects(String shard, String name);

    /** How many effects of all names are committed in this shard. */
    protected abstract long effects(String shard);

    /** How many records are committed in this shard. */
    protected abstract long records(String shard);

    @BeforeEach
    final void count() {
        effects.clear();
        before = differences();
    }

    /** A process with this configuration. */
    final ShardedOnlyOnce node(Sharding placement) {
        return node(placement, Probe.NONE);
    }

    final ShardedOnlyOnce node(Sharding placement, Probe probe) {
        return new ShardedOnlyOnce(
                engine(probe), transactions(), binding(), new DirectorySharding(directory(), placement), home(probe));
    }

    /** Pays, which leaves one effect of the key's name. */
    final Work<String> pay(String key) {
        effects.add(key);
        return attempt -> {
            effect(key);
            return "paid " + key;
        };
    }

    static Call call(String scope, String key) {
        return new Call(Scope.of(scope), new IdempotencyKey(key), Fingerprint.of(key));
    }

    static String fresh(String kind) {
        return kind + "-" + UUID.randomUUID();
    }

    /** A new owner whom this placement sends to this shard. */
    static String fresh(Sharding placement, String shard) {
        String key = fresh("owner");
        while (!placement.shardOf(key).equals(shard)) {
            key = fresh("owner");
        }
        return key;
    }

    final long effectsOverAll(String name) {
        return SHARDS.stream().mapToLong(shard -> effects(shard, name)).sum();
    }

    /** A wire through both engines of a node. */
    final ShardedOnlyOnce node(Sharding placement, Tripwire wire) {
        return node(placement, (Probe) wire);
    }

    /** In which shards there are effects of these names. */
    final List<String> shardsWith(Collection<String> names) {
        return SHARDS.stream()
                .filter(shard -> names.stream().anyMatch(name -> effects(shard, name) > 0))
                .toList();
    }

    @AfterEach
    final void standingChecks() {
        assertThat(effects)
                .as("S1 an effect is there once at most, over all shards")
                .allSatisfy(name -> assertThat(effectsOverAll(name)).as(name).isLessThanOrEqualTo(1));
        assertThat(differences())
                .as("S4 in each shard a record for each effect and none without")
                .isEqualTo(before);
    }

    private long differences() {
        return SHARDS.stream()
                .mapToLong(shard -> Math.abs(records(shard) - effects(shard)))
                .sum();
    }
}
