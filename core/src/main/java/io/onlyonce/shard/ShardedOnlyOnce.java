package io.onlyonce.shard;

import io.onlyonce.Call;
import io.onlyonce.Fingerprint;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.ResultCodec;
import io.onlyonce.Work;
import io.onlyonce.error.ErrorTexts;
import io.onlyonce.error.MisuseException;
import io.onlyonce.record.RecordKey;
import io.onlyonce.saga.Participant;
import io.onlyonce.transaction.TransactionRunner;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs each call in the shard of its business rows, so that its record commits there together with them.
 *
 * <p>The story of a call: say which shard its rows lie in, before a transaction is opened; bind the thread to it; run the operation there, as on a single database. By
 * default the {@link io.onlyonce.Scope} tells the shard: a user's orders lie where the user does. Then a key of that scope can't come to another shard, and nothing more is needed.
 *
 * <p>Where something else tells it, such as the order that is paid, the same key may come back with another order, which lies elsewhere, where nothing is known of
 * that key. So {@linkplain #run(Operation, Call, String, Work) such calls} keep in a directory database first which order the key belongs to: one statement more for a first call. A retry that
 * names another one is refused as {@link Outcome.KeyReused}, and only one that names the same comes to a shard at all.
 *
 * <p>If the directory can't be reached, nothing is done. If the process dies between the two, a retry goes on in the same shard. Thread-safe.
 */
public final class ShardedOnlyOnce implements OnlyOnce {
    private static final String ROUTE = "/route";

    private final OnlyOnce engine;
    private final TransactionRunner transactions;
    private final ShardBinding binding;
    private final Sharding sharding;
    private final @Nullable Participant directory;

    /**
     * Where each call's scope tells its shard.
     *
     * @param engine runs the operation in whatever shard the thread is bound to
     * @param transactions the engine's
     * @param binding binds the thread
     * @param sharding says where a scope's rows lie
     */
    public ShardedOnlyOnce(OnlyOnce engine, TransactionRunner transactions, ShardBinding binding, Sharding sharding) {
        this(engine, transactions, binding, sharding, null);
    }

    /**
     * Where a route key tells it, too.
     *
     * @param directory a fixed database, whatever this thread is bound to; what is kept there commits before the shard is asked
     */
    public ShardedOnlyOnce(
            OnlyOnce engine,
            TransactionRunner transactions,
            ShardBinding binding,
            Sharding sharding,
            @Nullable Participant directory) {
        this.engine = engine;
        this.transactions = transactions;
        this.binding = binding;
        this.sharding = sharding;
        this.directory = directory;
    }

    /**
     * Runs the work in the shard of the call's scope, or gives the answer that it gave before.
     *
     * @throws MisuseException if a transaction is open on this thread that is another shard's, or the shard would have to be asked for
     */
    @Override
    public <T extends @Nullable Object> Outcome<T> run(Operation<T> operation, Call call, Work<T> work)
            throws Exception {
        String routeKey = call.scope().text();
        if (transactions.joins()) {
            Optional<String> shard = sharding.known(routeKey);
            if (shard.isEmpty() || !shard.equals(binding.current())) {
                throw new MisuseException(ErrorTexts.shardJoined(operation, routeKey, shard, binding.current()));
            }
            return engine.run(operation, call, work);
        }
        return binding.in(sharding.shardOf(routeKey), () -> engine.run(operation, call, work));
    }

    /**
     * Runs the work in the shard of the route key, or gives the answer that it gave before.
     *
     * @param routeKey what tells the shard; taken from what is asked for, so that an honest retry brings the same
     * @return how the call ended; {@link Outcome.KeyReused} also where the key was used for another route key before
     * @throws MisuseException if a transaction is open on this thread, a shard's or the directory's, or there is no directory
     */
    public <T extends @Nullable Object> Outcome<T> run(Operation<T> operation, Call call, String routeKey, Work<T> work)
            throws Exception {
        if (directory == null) {
            throw new MisuseException(ErrorTexts.shardDirectoryMissing(operation, routeKey));
        }
        if (transactions.joins() || directory.transactions().joins()) {
            throw new MisuseException(ErrorTexts.shardRouteJoined(operation, routeKey));
        }
        Outcome<String> route = kept(directory.onlyOnce(), operation, call, routeKey);
        if (route instanceof Outcome.KeyReused) {
            return new Outcome.KeyReused<>(RecordKey.of(call.scope(), operation.name(), call.key()));
        }
        if (route instanceof Outcome.InProgress<String> copy) {
            return new Outcome.InProgress<>(copy.key(), copy.retryAfter());
        }
        route.orElseThrow();
        return binding.in(sharding.shardOf(routeKey), () -> engine.run(operation, call, work));
    }

    /** Keeps what the key belongs to. For longer than the answer, which may be given some time after this. */
    private static Outcome<String> kept(OnlyOnce directory, Operation<?> operation, Call call, String routeKey)
            throws Exception {
        Duration twice = operation.retention().multipliedBy(2);
        Operation<String> route = Operation.named(operation.name() + ROUTE, ResultCodec.text())
                .patience(operation.patience())
                .retention(twice.compareTo(Operation.MAX_RETENTION) < 0 ? twice : Operation.MAX_RETENTION);
        return directory.run(route, new Call(call.scope(), call.key(), Fingerprint.of(routeKey)), attempt -> routeKey);
    }
}
