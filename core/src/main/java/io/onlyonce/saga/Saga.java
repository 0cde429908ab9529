package io.onlyonce.saga;

import io.onlyonce.Call;
import io.onlyonce.Guarantee.Leased;
import io.onlyonce.Operation;
import io.onlyonce.Refusal;
import io.onlyonce.ResultCodec;
import io.onlyonce.WhenAbandoned;
import io.onlyonce.error.ErrorTexts;
import io.onlyonce.inbox.InboxEntry;
import io.onlyonce.record.RecordKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An operation of several steps, each a transaction of its own, in whichever database its data lie.
 *
 * <pre>{@code
 * static final Saga<Transfer, String> TRANSFER = Saga.of(
 *         Operation.named("transfer", ResultCodec.text())
 *                 .guarantee(Leased.<String>of(Duration.ofSeconds(30)).whenAbandoned(new WhenAbandoned.Rerun<>()))
 *                 .remembering(new Refusal<>("account-closed", AccountClosed.class, AccountClosed::new)),
 *         transferCodec,
 *         (transfer, run) -> {
 *             run.step("debit", berlin, text, attempt -> debit(transfer), (done, attempt) -> payBack(transfer));
 *             return run.step("credit", tokyo, text, attempt -> credit(transfer));
 *         });
 * }</pre>
 *
 * <p>Where the second step throws {@code AccountClosed}, the first one is undone and the caller gets {@code AccountClosed}, now and in every retry. Where the process
 * dies in between, a {@link Completer} goes on. Immutable and thread-safe; make it once and keep it.
 *
 * @param operation how the whole is recorded; leased and to be rerun, with the refusal {@link GivenUpException} among what it remembers
 * @param input keeps what was asked for, so that others can go on with it
 * @param horizon how long it may stay unfinished: so much longer than its own record are those of its steps kept. What is older is not gone on with
 */
public record Saga<I extends @Nullable Object, T extends @Nullable Object>(
        Operation<T> operation, ResultCodec<I> input, SagaWork<I, T> work, Duration horizon) {
    private static final Duration LONG = Duration.ofDays(90);
    private static final String UNDO = "/undo";
    private static final String SOURCE = "saga/";
    private static final int MAX_NAME_LENGTH = InboxEntry.MAX_SOURCE_LENGTH - SOURCE.length();

    /**
     * @throws IllegalArgumentException if the operation's name is too long or has blanks, it is not one to be rerun, or it remembers what is no refusal, or
     *     the records of its steps would be kept too long
     */
    public Saga {
        if (operation.name().length() > MAX_NAME_LENGTH || operation.name().indexOf(' ') >= 0) {
            throw new IllegalArgumentException(ErrorTexts.sagaName(operation, MAX_NAME_LENGTH));
        }
        if (!(operation.guarantee() instanceof Leased<T> leased)
                || !(leased.whenAbandoned() instanceof WhenAbandoned.Rerun)) {
            throw new IllegalArgumentException(ErrorTexts.sagaGuarantee(operation));
        }
        for (Refusal<?> refusal : operation.refusals()) {
            if (refusal.type().isAssignableFrom(UndoFailedException.class)) {
                throw new IllegalArgumentException(ErrorTexts.sagaRefusal(operation, refusal));
            }
        }
        if (horizon.isNegative()
                || horizon.isZero()
                || operation.retention().plus(horizon).compareTo(Operation.MAX_RETENTION) > 0) {
            throw new IllegalArgumentException(ErrorTexts.sagaHorizon(operation, horizon, Operation.MAX_RETENTION));
        }
        operation = operation.remembering(withGivenUp(operation.refusals()));
    }

    /** A saga that may stay unfinished for 90 days. */
    public static <I extends @Nullable Object, T extends @Nullable Object> Saga<I, T> of(
            Operation<T> operation, ResultCodec<I> input, SagaWork<I, T> work) {
        return new Saga<>(operation, input, work, LONG);
    }

    private static Refusal<?>[] withGivenUp(List<Refusal<?>> declared) {
        List<Refusal<?>> all = new ArrayList<>(declared);
        if (!all.contains(GivenUpException.REFUSAL)) {
            all.add(GivenUpException.REFUSAL);
        }
        return all.toArray(Refusal[]::new);
    }

    /** The name that it is recorded under. */
    public String name() {
        return operation.name();
    }

    /** Whose entries in the inbox are this saga's. */
    public String source() {
        return SOURCE + name();
    }

    /** What identifies the record of the whole. */
    RecordKey key(Call call) {
        return RecordKey.of(call.scope(), name(), call.key());
    }

    /** How long nobody else goes on with it, whatever becomes of its runner: then his lease is certainly over. */
    Duration silence() {
        return ((Leased<T>) operation.guarantee()).lease().multipliedBy(2);
    }

    /** A step as an operation of its own, which remembers the same refusals: what decided the saga decides it again in every rerun. */
    <R extends @Nullable Object> Operation<R> step(String step, ResultCodec<R> codec) {
        return part(step, codec).remembering(operation.refusals().toArray(Refusal[]::new));
    }

    /** The undoing of a step. It has no refusals: it has to succeed. */
    Operation<String> undoing(String step) {
        return part(step + UNDO, ResultCodec.text());
    }

    private <R extends @Nullable Object> Operation<R> part(String part, ResultCodec<R> codec) {
        return Operation.named(name() + "/" + part, codec)
                .patience(operation.patience())
                .retention(operation.retention().plus(horizon))
                .seal(operation.seal());
    }
}
