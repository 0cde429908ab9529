package io.onlyonce.engine;

import io.onlyonce.Attempt;
import io.onlyonce.Call;
import io.onlyonce.Ending;
import io.onlyonce.Guarantee;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.Refusal;
import io.onlyonce.Work;
import io.onlyonce.error.ErrorTexts;
import io.onlyonce.error.MisuseException;
import io.onlyonce.probe.Point;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.AnswerCache;
import io.onlyonce.record.Answered;
import io.onlyonce.record.Claim;
import io.onlyonce.record.ClaimRequest;
import io.onlyonce.record.Completion;
import io.onlyonce.record.TransactionalRecordStore;
import io.onlyonce.transaction.TransactionRunner;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs operations whose effect is one database transaction.
 *
 * <p>The story: in one transaction, claim the key (one statement), do the work, write the answer (one statement), commit. Whoever finds the key claimed waits
 * for that transaction and then gets its answer. A failure rolls all of it back, so a crash leaves nothing behind and there is nothing to clean up.
 *
 * <p>A refusal that is to be remembered needs its record but not its business writes: the transaction is rolled back whole, and a second one claims and
 * records the refusal. If another copy has come in between and succeeded, its answer is the answer: what a caller is told is always what the record says.
 *
 * <p>Where the caller has a transaction already, the same happens inside a savepoint of it, and the caller's commit decides.
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
                return new Run<>(request, watch).once().outcome();
            }
            return flights.share(request, watch, () -> {
                Run<T> run = new Run<>(request, watch);
                return Retries.whole(guarantee.maxAttempts(), transactions, run::once, run::hasWorked);
            });
        });
    }

    /** One request's run, again and again if the database makes it. Confined to one thread. */
    private final class Run<T extends @Nullable Object> {
        private final Request<T> request;
        private final Watch watch;
        private boolean worked;
        private @Nullable Completion refusal;

        Run(Request<T> request, Watch watch) {
            this.request = request;
            this.watch = watch;
        }

        boolean hasWorked() {
            return worked;
        }

        Landing<T> once() throws Exception {
            refusal = null;
            watch.runs(0);
            boolean joined = transactions.joins();
            probe.reached(Point.BEFORE_CLAIM, request.key());
            Landing<T> ended = transactions.run(() -> claim(this::work));
            if (refusal != null) {
                Completion completion = refusal;
                Outcome<T> outcome = ended.outcome();
                ended = transactions.run(() -> claim(claimed -> complete(claimed, completion, outcome)));
            }
            if (!joined && ended.answered() != null) {
                probe.reached(Point.COMMITTED, request.key());
                known.learn(request, ended.answered());
            }
            return ended;
        }

        private Ended<Landing<T>> claim(Claimant<T> claimant) throws Exception {
            Claim claim = store.claim(new ClaimRequest(
                    request.key(), request.fingerprint(), request.operation().patience()));
            if (claim instanceof Claim.Claimed claimed) {
                return claimant.proceed(claimed);
            }
            return Ended.rollBack(
                    found(claim)); // nothing was written; rolling back also ends what the wait may have broken
        }

        private Landing<T> found(Claim claim) {
            if (claim instanceof Claim.Completed completed) {
                Answered answered = Answered.of(completed.record());
                return new Landing<>(request.replay(answered), answered);
            }
            if (claim instanceof Claim.InProgress inProgress) {
                return Landing.alone(new Outcome.InProgress<>(request.key(), inProgress.retryAfter()));
            }
            return Landing.alone(new Outcome.OutcomeUnknown<>(request.key()));
        }

        private Ended<Landing<T>> work(Claim.Claimed claimed) throws Exception {
            probe.reached(Point.CLAIMED, request.key());
            worked = true;
            watch.runs(claimed.attempt());
            T value;
            try {
                value = request.work().run(new Attempt(request.key(), claimed.fence(), claimed.attempt()));
            } catch (Exception failure) {
                Optional<Refusal<?>> declared = request.operation().refusalOf(failure);
                if (declared.isEmpty()) {
                    throw failure;
                }
                return refuse(request.completion(declared.get(), failure), new Outcome.Refused<>(failure, false));
            }
            probe.reached(Point.WORKED, request.key());
            Ending ending = request.operation().endingOf(value);
            if (ending == Ending.FORGET) {
                return Ended.rollBack(Landing.alone(new Outcome.RolledBack<>(value)));
            }
            Completion completion = request.completion(value, ending);
            Outcome<T> outcome = new Outcome.Executed<>(value);
            return ending == Ending.REFUSE ? refuse(completion, outcome) : complete(claimed, completion, outcome);
        }

        private Ended<Landing<T>> refuse(Completion completion, Outcome<T> outcome) {
            refusal = completion;
            return Ended.rollBack(Landing.alone(outcome));
        }

        private Ended<Landing<T>> complete(Claim.Claimed claimed, Completion completion, Outcome<T> outcome) {
            store.complete(request.key(), claimed.fence(), completion);
            probe.reached(Point.COMPLETED, request.key());
            return Ended.commit(new Landing<>(outcome, Answered.of(request.fingerprint(), completion)));
        }
    }

    /** What to do with a claim that was won. */
    @FunctionalInterface
    private interface Claimant<T extends @Nullable Object> {
        Ended<Landing<T>> proceed(Claim.Claimed claimed) throws Exception;
    }
}
