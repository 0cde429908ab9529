package io.onlyonce.engine;

import io.onlyonce.Attempt;
import io.onlyonce.Ending;
import io.onlyonce.Guarantee.Transactional;
import io.onlyonce.Outcome;
import io.onlyonce.Refusal;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.probe.Point;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.Answered;
import io.onlyonce.record.Claim;
import io.onlyonce.record.ClaimRequest;
import io.onlyonce.record.Completion;
import io.onlyonce.record.Fence;
import io.onlyonce.record.RecordExistsException;
import io.onlyonce.record.TransactionalRecordStore;
import io.onlyonce.transaction.TransactionRunner;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One request's transaction, again and again if the database makes it. Confined to one thread.
 *
 * <p>The story: in one transaction, claim the key (one statement), do the work, write the answer (one statement), commit. Whoever finds the key claimed waits
 * for that transaction and then gets its answer. A failure rolls all of it back, so a crash leaves nothing behind and there is nothing to clean up.
 *
 * <p>With the {@linkplain Transactional#recordedAtEnd() record at the end} the work comes first, and key and answer are written behind it at once. Where that came
 * to nothing a copy may be the reason, so the key is claimed after all, as above, and what stands there is the answer.
 *
 * <p>A refusal that is to be remembered needs its record but not its business writes: the transaction is rolled back whole, and a second one claims and
 * records the refusal. If another copy has come in between and succeeded, its answer is the answer: what a caller is told is always what the record says.
 */
final class TransactionalRun<T extends @Nullable Object> {
    private final TransactionalRecordStore store;
    private final TransactionRunner transactions;
    private final Probe probe;
    private final Request<T> request;
    private final Transactional<T> guarantee;
    private final Watch watch;
    private final ClaimRequest wanted;
    private final boolean joined;
    private boolean worked;
    private @Nullable Completion refusal;

    TransactionalRun(
            TransactionalRecordStore store,
            TransactionRunner transactions,
            Probe probe,
            Request<T> request,
            Transactional<T> guarantee,
            Watch watch) {
        this.store = store;
        this.transactions = transactions;
        this.probe = probe;
        this.request = request;
        this.guarantee = guarantee;
        this.watch = watch;
        this.wanted = new ClaimRequest(
                request.key(),
                request.fingerprint(),
                request.operation().patience(),
                request.operation().retention());
        this.joined = transactions.joins();
    }

    boolean hasWorked() {
        return worked;
    }

    Landing<T> once() throws Exception {
        refusal = null;
        watch.runs(0);
        probe.reached(Point.BEFORE_CLAIM, request.key());
        Landing<T> ended = guarantee.recordAtEnd() ? workFirst() : claimed(this::workClaimed);
        if (refusal != null) {
            Completion completion = refusal;
            Outcome<T> outcome = ended.outcome();
            ended = claimed(claim -> complete(claim, completion, outcome));
        }
        if (!joined && ended.answered() != null) {
            probe.reached(Point.COMMITTED, request.key());
        }
        return ended;
    }

    private Landing<T> workFirst() throws Exception {
        Landing<T> ended;
        try {
            ended = transactions.run(this::workUnclaimed);
        } catch (RecordExistsException copy) {
            watch.runs(0);
            return claimed(this::workClaimed);
        } catch (StoreUnavailableException down) {
            throw down;
        } catch (Exception failure) {
            if (transactions.retryable(failure)) {
                throw failure;
            }
            return claimed(free -> {
                throw failure;
            });
        }
        boolean forgotten = refusal == null && ended.answered() == null;
        return forgotten ? claimed(free -> Ended.rollBack(ended)) : ended;
    }

    /** What to do with a claim that was won. */
    @FunctionalInterface
    private interface Claimant<T extends @Nullable Object> {
        Ended<Landing<T>> proceed(Claim.Claimed claim) throws Exception;
    }

    /** Claims the key in a transaction; what stands there already is the answer. */
    private Landing<T> claimed(Claimant<T> claimant) throws Exception {
        return transactions.run(() -> {
            Claim claim = store.claim(wanted);
            if (claim instanceof Claim.Claimed won) {
                return claimant.proceed(won);
            }
            return Ended.rollBack(
                    found(claim)); // nothing was written; rolling back also ends what the wait may have broken
        });
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

    private Ended<Landing<T>> workClaimed(Claim.Claimed claim) throws Exception {
        probe.reached(Point.CLAIMED, request.key());
        return work(claim.fence(), claim.attempt(), (completion, outcome) -> complete(claim, completion, outcome));
    }

    private Ended<Landing<T>> workUnclaimed() throws Exception {
        return work(Fence.LOWEST, 1, this::record);
    }

    /** How an answer is written into its record. */
    @FunctionalInterface
    private interface Writing<T extends @Nullable Object> {
        Ended<Landing<T>> write(Completion completion, Outcome<T> outcome);
    }

    private Ended<Landing<T>> work(Fence fence, int attempt, Writing<T> writing) throws Exception {
        worked = true;
        watch.runs(attempt);
        T value;
        try {
            value = request.work().run(new Attempt(request.key(), fence, attempt));
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
        return ending == Ending.REFUSE ? refuse(completion, outcome) : writing.write(completion, outcome);
    }

    private Ended<Landing<T>> refuse(Completion completion, Outcome<T> outcome) {
        refusal = completion;
        return Ended.rollBack(Landing.alone(outcome));
    }

    private Ended<Landing<T>> complete(Claim.Claimed claim, Completion completion, Outcome<T> outcome) {
        if (joined) {
            store.complete(request.key(), claim.fence(), completion);
        } else {
            store.completeLast(request.key(), claim.fence(), completion);
        }
        return written(completion, outcome);
    }

    private Ended<Landing<T>> record(Completion completion, Outcome<T> outcome) {
        if (joined) {
            store.record(wanted, completion);
        } else {
            store.recordLast(wanted, completion);
        }
        return written(completion, outcome);
    }

    private Ended<Landing<T>> written(Completion completion, Outcome<T> outcome) {
        probe.reached(Point.COMPLETED, request.key());
        return Ended.commit(new Landing<>(outcome, Answered.of(request.fingerprint(), completion)));
    }
}
