package io.onlyonce.engine;

import io.onlyonce.Attempt;
import io.onlyonce.Call;
import io.onlyonce.Ending;
import io.onlyonce.Guarantee.Leased;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.Refusal;
import io.onlyonce.WhenAbandoned;
import io.onlyonce.WhenAbandoned.Resolution;
import io.onlyonce.Work;
import io.onlyonce.error.ErrorTexts;
import io.onlyonce.error.FenceLostException;
import io.onlyonce.error.MisuseException;
import io.onlyonce.error.OutcomeUnknownException;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.probe.Decision.Kind;
import io.onlyonce.probe.Decision.Layer;
import io.onlyonce.probe.Point;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.AnswerCache;
import io.onlyonce.record.Answered;
import io.onlyonce.record.Claim;
import io.onlyonce.record.ClaimRequest;
import io.onlyonce.record.Completion;
import io.onlyonce.record.Fence;
import io.onlyonce.record.LeasedRecordStore;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs operations whose effect is not one transaction.
 *
 * <p>The story: claim the key for a lease, keep the lease alive by a heartbeat while the work runs, write the answer. Each write names the claim's fence, so
 * a process that was paused beyond its lease changes nothing. A claim whose lease ran out is abandoned: nobody knows how far its work got, and the
 * operation's {@link WhenAbandoned} says what a retry may do. After an exception the claim is abandoned too, unless the operation declares that this
 * exception proves that nothing has happened.
 *
 * <p>A store that is down lets nothing run, unless the operation is {@linkplain Leased#open() open}. A store that has lost a record lets the work run again; then
 * the operation's {@link io.onlyonce.Backstop} refuses the second effect, and the resolver finds the first one's answer.
 */
public final class LeasedEngine implements OnlyOnce {
    private final LeasedRecordStore store;
    private final Probe probe;
    private final KnownAnswers known;
    private final SingleFlight flights = new SingleFlight();

    public LeasedEngine(LeasedRecordStore store, Probe probe, AnswerCache cache) {
        this.store = store;
        this.probe = probe;
        this.known = new KnownAnswers(cache);
    }

    @Override
    public <T extends @Nullable Object> Outcome<T> run(Operation<T> operation, Call call, Work<T> work)
            throws Exception {
        if (!(operation.guarantee() instanceof Leased<T> leased)) {
            throw new MisuseException(ErrorTexts.wrongGuarantee(operation, "leased"));
        }
        Request<T> request = Request.of(operation, call, work);
        return Watch.over(probe, request, watch -> {
            Optional<Outcome<T>> before = known.outcome(request, watch);
            return before.isPresent()
                    ? before.get()
                    : flights.share(request, watch, () -> new Run<>(request, leased, watch).untilDecided());
        });
    }

    /** One request's run. Confined to one thread. */
    private final class Run<T extends @Nullable Object> {
        private final Request<T> request;
        private final Leased<T> leased;
        private final Watch watch;
        private final Behind<T> behind;
        private final ClaimRequest claimRequest;
        private boolean told; // by the store how the key stands

        Run(Request<T> request, Leased<T> leased, Watch watch) {
            this.request = request;
            this.leased = leased;
            this.watch = watch;
            this.behind = new Behind<>(request, leased, watch);
            this.claimRequest = new ClaimRequest(request.key(), request.fingerprint(), leased.lease());
        }

        Landing<T> untilDecided() throws Exception {
            Patience patience = new Patience(request.operation().patience());
            while (true) {
                probe.reached(Point.BEFORE_CLAIM, request.key());
                Claim claim;
                try {
                    claim = store.claim(claimRequest);
                    told = true;
                } catch (StoreUnavailableException down) {
                    if (told || !leased.openWhenStoreDown()) {
                        throw down;
                    }
                    return new UnrecordedRun<>(request, behind, watch).run(down);
                }
                if (claim instanceof Claim.Abandoned lost) {
                    if (request.fingerprint().contradicts(lost.fingerprint())) {
                        return Landing.alone(new Outcome.KeyReused<>(request.key()));
                    }
                    Resolution<T> became = leased.whenAbandoned().resolve(attempt(lost.fence(), lost.attempt()));
                    if (became instanceof Resolution.Unknown) {
                        return Landing.alone(new Outcome.OutcomeUnknown<>(request.key()));
                    }
                    claim = store.takeOver(
                            claimRequest, lost.fence()); // may be lost again: then it is as this claim says
                    if (became instanceof Resolution.Done<T> done && claim instanceof Claim.Claimed taken) {
                        watch.by(Layer.RESOLVER);
                        Completion completion = request.completion(done.answer(), Ending.REMEMBER);
                        return complete(taken, completion, new Outcome.Replayed<>(done.answer()));
                    }
                }
                if (claim instanceof Claim.Claimed claimed) {
                    return work(claimed);
                }
                if (claim instanceof Claim.Completed completed) {
                    Answered answered = Answered.of(completed.record());
                    known.learn(request, answered);
                    return new Landing<>(request.replay(answered), answered);
                }
                if (claim instanceof Claim.InProgress running && !patience.pause()) {
                    return Landing.alone(
                            new Outcome.InProgress<>(request.key(), Patience.comeBack(running.retryAfter())));
                }
            }
        }

        private Landing<T> work(Claim.Claimed claimed) throws Exception {
            T value;
            Heartbeat heartbeat = Heartbeat.start(store, request.key(), claimed.fence(), leased.lease());
            try {
                probe.reached(Point.CLAIMED, request.key());
                watch.runs(claimed.attempt());
                value = request.work().run(attempt(claimed.fence(), claimed.attempt()));
                probe.reached(Point.WORKED, request.key());
            } catch (Exception failure) {
                heartbeat.stop();
                return failed(claimed, failure);
            } finally {
                heartbeat.stop();
            }
            Ending ending = request.operation().endingOf(value);
            if (ending == Ending.FORGET) {
                mustHold(store.release(request.key(), claimed.fence()));
                return Landing.alone(new Outcome.RolledBack<>(value));
            }
            return complete(claimed, request.completion(value, ending), new Outcome.Executed<>(value));
        }

        private Landing<T> failed(Claim.Claimed claimed, Exception failure) throws Exception {
            Optional<Refusal<?>> declared = request.operation().refusalOf(failure);
            if (declared.isPresent()) {
                return complete(
                        claimed, request.completion(declared.get(), failure), new Outcome.Refused<>(failure, false));
            }
            Attempt attempt = attempt(claimed.fence(), claimed.attempt());
            if (behind.effectOf(attempt, failure) instanceof Resolution.Done<T> done) {
                return complete(
                        claimed,
                        request.completion(done.answer(), Ending.REMEMBER),
                        new Outcome.Replayed<>(done.answer()));
            }
            boolean nothingHappened = leased.releasedBy().stream().anyMatch(type -> type.isInstance(failure));
            watch.note(nothingHappened ? Kind.RELEASED : Kind.ABANDONED);
            try {
                if (nothingHappened) {
                    store.release(request.key(), claimed.fence());
                } else {
                    store.abandon(request.key(), claimed.fence());
                }
            } catch (StoreUnavailableException e) { // the lease will run out by itself
                failure.addSuppressed(e);
            }
            throw failure;
        }

        private Landing<T> complete(Claim.Claimed claimed, Completion completion, Outcome<T> outcome) {
            try {
                mustHold(store.complete(request.key(), claimed.fence(), completion));
            } catch (StoreUnavailableException e) { // the work is done: this is not "nothing was done"
                throw new OutcomeUnknownException(request.key(), e);
            }
            probe.reached(Point.COMPLETED, request.key());
            Answered answered = Answered.of(request.fingerprint(), completion);
            known.learn(request, answered);
            return new Landing<>(outcome, answered);
        }

        private Attempt attempt(Fence fence, int number) {
            return new Attempt(request.key(), fence, number);
        }

        private void mustHold(boolean held) {
            if (!held) {
                throw new FenceLostException(request.key());
            }
        }
    }
}
