package io.onlyonce.engine;

import io.onlyonce.Call;
import io.onlyonce.Guarantee;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.Work;
import io.onlyonce.error.ErrorTexts;
import io.onlyonce.error.MisuseException;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.AnswerCache;
import io.onlyonce.record.TransactionalRecordStore;
import io.onlyonce.transaction.TransactionRunner;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs operations whose effect is one database transaction.
 *
 * <p>The story: what is known is answered at once. Else one call per key and process goes to the store ({@link SingleFlight}), with {@link TransactionalRun a
 * transaction} that the database may make it run again; its copies wait beside it and get its answer. Where the caller has a transaction already, the same happens
 * inside a savepoint of it, and the caller's commit decides.
 */
public final class TransactionalEngine implements OnlyOnce {
    private final TransactionalRecordStore store;
    private final TransactionRunner transactions;
    private final Probe probe;
    private final KnownAnswers known;
    private final SingleFlight flights = new SingleFlight();

    public TransactionalEngine(
            TransactionalRecordStore store, TransactionRunner transactions, Probe probe, AnswerCache cache) {
        this.store = store;
        this.transactions = transactions;
        this.probe = probe;
        this.known = new KnownAnswers(cache);
    }

    @Override
    public <T extends @Nullable Object> Outcome<T> run(Operation<T> operation, Call call, Work<T> work)
            throws Exception {
        if (!(operation.guarantee() instanceof Guarantee.Transactional<T> guarantee)) {
            throw new MisuseException(ErrorTexts.wrongGuarantee(operation, "transactional"));
        }
        Request<T> request = Request.of(operation, call, work);
        return Watch.over(probe, request, watch -> {
            Optional<Outcome<T>> before = known.outcome(request, watch);
            if (before.isPresent()) {
                return before.get();
            }
            if (transactions
                    .joins()) { // what is not committed yet may not be shared, and only the caller can run it again
                flights.mustNotBeFlownHere(request.key());
                return run(request, guarantee, watch).once().outcome();
            }
            return flights.share(request, watch, () -> {
                TransactionalRun<T> run = run(request, guarantee, watch);
                Landing<T> landing = Retries.whole(guarantee.maxAttempts(), transactions, run::once, run::hasWorked);
                known.learn(request, landing.answered());
                return landing;
            });
        });
    }

    private <T extends @Nullable Object> TransactionalRun<T> run(
            Request<T> request, Guarantee.Transactional<T> guarantee, Watch watch) {
        return new TransactionalRun<>(store, transactions, probe, request, guarantee, watch);
    }
}
