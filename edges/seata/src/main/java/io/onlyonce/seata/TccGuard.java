package io.onlyonce.seata;

import io.onlyonce.Call;
import io.onlyonce.Fingerprint;
import io.onlyonce.Guarantee;
import io.onlyonce.IdempotencyKey;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.Refusal;
import io.onlyonce.ResultCodec;
import io.onlyonce.Scope;
import io.onlyonce.Work;
import io.onlyonce.error.MisuseException;
import io.onlyonce.record.RecordKey;
import io.onlyonce.saga.Participant;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.seata.common.Constants;
import org.apache.seata.rm.tcc.api.BusinessActionContext;
import org.jspecify.annotations.Nullable;

/**
 * Lets each phase of a TCC branch take effect once, whatever order and however often Seata's calls of it arrive. A bean that Seata calls hands its three methods on:
 *
 * <pre>{@code
 * public Frozen prepare(BusinessActionContext branch, String account, long amount) throws Exception {
 *     return guard.reserve(branch, attempt -> accounts.freeze(account, amount));
 * }
 *
 * public boolean commit(BusinessActionContext branch) throws Exception {
 *     return guard.confirm(branch, (frozen, attempt) -> accounts.take(frozen));
 * }
 *
 * public boolean rollback(BusinessActionContext branch) throws Exception {
 *     return guard.cancel(branch, (frozen, attempt) -> accounts.release(frozen));
 * }
 * }</pre>
 *
 * <p>A branch (its global transaction's xid and its own id) has two records in the resource's own database. The <em>try</em> is the operation {@code <name>/try}; its record
 * commits together with what it reserved, and keeps its answer. The <em>end</em> is {@code <name>/end}; its record says "confirmed" or "cancelled", and commits together with
 * the effect. Of that come the four rules that Seata asks of a resource:
 *
 * <ul>
 *   <li><em>Idempotence:</em> a second confirm or cancel finds the end's record, does nothing, and is told that it is done.
 *   <li><em>Empty rollback:</em> cancel closes the try's key first. If the try has not come, there is nothing to undo.
 *   <li><em>Anti-suspension:</em> a try that comes after that finds its key closed, gets {@link BranchCancelledException} and reserves nothing.
 *   <li><em>One end:</em> of confirm and cancel only one takes effect; the other one is told by {@link BranchEndedException}.
 * </ul>
 *
 * <p>Seata has a fence for the first three, {@code useTCCFence} with its table {@code tcc_fence_log}. Leave it off here (it is off by default). The record does the same in the
 * transaction of the effect without Spring's transaction manager, and more: it gives confirm and cancel what the try answered, so that nothing need be handed to the
 * coordinator; it is in the audit; and a refusal by the business is remembered as such.
 *
 * <p>What throws tells Seata that the branch is not done: the coordinator asks again, each second, until it is. That goes for a database that is away, and for a conflict as
 * well, which so stays loud until people have looked at it. A branch is one call of the proxied try: where the caller of a global transaction repeats it, that is another
 * branch, so guard that request by an operation of its own. Immutable and thread-safe; make one for each resource and keep it.
 *
 * @see <a href="https://seata.apache.org/docs/user/mode/tcc/">TCC mode of Apache Seata</a>
 */
public final class TccGuard<R extends @Nullable Object> {
    private static final Duration LONG = Duration.ofDays(90);
    private static final Scope SCOPE = Scope.of("seata");
    private static final Fingerprint BRANCH = Fingerprint.of("branch");
    private static final String TRY = "/try";
    private static final String END = "/end";
    private static final String CONFIRMED = "confirmed";
    private static final String CANCELLED = "cancelled";

    private final Operation<R> resource;
    private final Participant database;
    private final Duration horizon;
    private final Operation<R> trying;
    private final Operation<String> ending;

    private TccGuard(Operation<R> resource, Participant database, Duration horizon) {
        int most = Operation.MAX_NAME_LENGTH - Math.max(TRY.length(), END.length());
        if (resource.name().length() > most) {
            throw new IllegalArgumentException(SeataTexts.name(resource, most));
        }
        if (!(resource.guarantee() instanceof Guarantee.Transactional<R> guarantee) || guarantee.recordAtEnd()) {
            throw new IllegalArgumentException(SeataTexts.guarantee(resource));
        }
        for (Refusal<?> refusal : resource.refusals()) {
            if (refusal.type().isAssignableFrom(NotReservedException.class)) {
                throw new IllegalArgumentException(SeataTexts.refusal(resource, refusal));
            }
        }
        if (horizon.isNegative()
                || horizon.isZero()
                || resource.retention().plus(horizon).compareTo(Operation.MAX_RETENTION) > 0) {
            throw new IllegalArgumentException(SeataTexts.horizon(resource, horizon, Operation.MAX_RETENTION));
        }
        this.resource = resource;
        this.database = database;
        this.horizon = horizon;
        this.trying = part(TRY, resource.codec()).remembering(withCancelled(resource.refusals()));
        this.ending = part(END, ResultCodec.text());
    }

    private <A extends @Nullable Object> Operation<A> part(String part, ResultCodec<A> codec) {
        return Operation.named(resource.name() + part, codec)
                .patience(resource.patience())
                .retention(resource.retention().plus(horizon))
                .maxAnswerBytes(resource.maxAnswerBytes())
                .seal(resource.seal());
    }

    private static Refusal<?>[] withCancelled(List<Refusal<?>> declared) {
        List<Refusal<?>> all = new ArrayList<>();
        all.add(BranchCancelledException.REFUSAL); // the first that matches counts
        all.addAll(declared);
        return all.toArray(Refusal[]::new);
    }

    /**
     * A resource whose branches may stay open for 90 days.
     *
     * @param resource names it, keeps what its try answers, and remembers its refusals
     * @param database where all that its branches do lies, with records in the same transactions
     * @throws IllegalArgumentException if the operation is not transactional, has the record at the end, remembers any exception, or has too long a name
     */
    public static <R extends @Nullable Object> TccGuard<R> of(Operation<R> resource, Participant database) {
        return new TccGuard<>(resource, database, LONG);
    }

    /**
     * The same with another horizon.
     *
     * @param horizon how long a branch may stay open: so much longer than the operation's retention is it known, and what is older is not dealt with. Longer than the
     *     coordinator goes on asking, and than a call of a try may be on its way
     * @throws IllegalArgumentException if it is not longer than zero, or ten years with the operation's retention
     */
    public TccGuard<R> horizon(Duration horizon) {
        return new TccGuard<>(resource, database, horizon);
    }

    /**
     * The first phase: reserves, once for the branch, or gives the answer that it gave before.
     *
     * @param branch as Seata gave it
     * @param work checks and reserves; what it answers is handed to confirm and cancel
     * @return what the work answered
     * @throws BranchCancelledException if the branch is cancelled already; nothing was reserved
     * @throws MisuseException if there is no branch, or a transaction is open on this thread, or the branch is too old
     * @throws Exception what the work threw; everything was rolled back. Let it through, so that the global transaction is rolled back
     */
    public R reserve(@Nullable BusinessActionContext branch, Work<R> work) throws Exception {
        return run(trying, call(branch), attempt -> readable(work.run(attempt))).orElseThrow();
    }

    /** Confirm and cancel will have to read it. */
    private R readable(R answer) throws Exception {
        byte[] kept = resource.codec().encode(answer);
        if (kept.length > resource.maxAnswerBytes()) {
            throw new MisuseException(SeataTexts.tooLarge(resource, kept.length));
        }
        resource.codec().decode(kept);
        return answer;
    }

    /**
     * The second phase where the global transaction commits: makes what was reserved final, once.
     *
     * @param branch as Seata gave it
     * @return true: it is done, now or before
     * @throws NotReservedException if the try has not come, or was refused. Seata confirms all branches of a global transaction that commits, also one whose try threw
     *     and whose caller has swallowed that
     * @throws BranchEndedException if the branch is cancelled
     * @throws MisuseException if there is no branch, or a transaction is open on this thread, or the branch is too old
     * @throws Exception what the effect threw, or what the database did; everything was rolled back, and Seata asks again
     */
    public boolean confirm(@Nullable BusinessActionContext branch, SecondPhase<R> effect) throws Exception {
        Call call = call(branch);
        RecordKey key = key(trying, call);
        Outcome<R> tried = run(trying, call, attempt -> {
            throw new NotReservedException(key);
        });
        if (tried instanceof Outcome.Refused<R> refused) {
            throw refused.refusal() instanceof BranchCancelledException
                    ? new BranchEndedException(key, CANCELLED, CONFIRMED)
                    : new NotReservedException(key, refused.refusal());
        }
        return end(call, CONFIRMED, tried.orElseThrow(), effect);
    }

    /**
     * The second phase where the global transaction is rolled back: gives back what was reserved, once, and only if it was. A try that comes later is refused.
     *
     * @param branch as Seata gave it
     * @return true: it is done, now or before
     * @throws BranchEndedException if the branch is confirmed
     * @throws MisuseException if there is no branch, or a transaction is open on this thread, or the branch is too old
     * @throws Exception what the effect threw, or what the database did, or that the try is still at work; Seata asks again
     */
    public boolean cancel(@Nullable BusinessActionContext branch, SecondPhase<R> effect) throws Exception {
        Call call = call(branch);
        Outcome<R> closed = run(trying, call, attempt -> {
            throw new BranchCancelledException(attempt.key());
        });
        if (closed instanceof Outcome.Refused) {
            return true; // nothing was reserved, and nothing will be
        }
        return end(call, CANCELLED, closed.orElseThrow(), effect);
    }

    private boolean end(Call call, String wanted, R reserved, SecondPhase<R> effect) throws Exception {
        String ended = run(ending, call, attempt -> {
                    effect.run(reserved, attempt);
                    return wanted;
                })
                .orElseThrow();
        if (!ended.equals(wanted)) {
            throw new BranchEndedException(key(ending, call), ended, wanted);
        }
        return true;
    }

    private <A extends @Nullable Object> Outcome<A> run(Operation<A> operation, Call call, Work<A> work)
            throws Exception {
        if (database.transactions().joins()) {
            throw new MisuseException(SeataTexts.joined(resource, database.name()));
        }
        return database.onlyOnce().run(operation, call, work);
    }

    private Call call(@Nullable BusinessActionContext branch) {
        if (branch == null || branch.getXid() == null || branch.getXid().isEmpty() || branch.getBranchId() <= 0) {
            throw new MisuseException(SeataTexts.noBranch(resource, branch));
        }
        IdempotencyKey key = new IdempotencyKey(branch.getXid() + "/" + branch.getBranchId());
        Call call = new Call(SCOPE, key, BRANCH);
        if (branch.getActionContext() != null
                && branch.getActionContext(Constants.ACTION_START_TIME) instanceof Number millis) {
            Instant begunAt = Instant.ofEpochMilli(millis.longValue());
            if (begunAt.plus(horizon).isBefore(Instant.now())) {
                throw new MisuseException(SeataTexts.tooOld(key(trying, call), begunAt, horizon));
            }
        }
        return call;
    }

    private static RecordKey key(Operation<?> operation, Call call) {
        return RecordKey.of(call.scope(), operation.name(), call.key());
    }
}
