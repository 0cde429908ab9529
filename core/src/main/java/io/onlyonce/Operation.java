package io.onlyonce;

import io.onlyonce.error.ErrorTexts;
import io.onlyonce.probe.Summary;
import io.onlyonce.seal.AnswerSeal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A kind of request that must take effect only once, and how: the name it is recorded under, how its answer is kept, how long, and what a duplicate
 * gets. Immutable and thread-safe; make it once and keep it.
 *
 * <pre>{@code
 * static final Operation<String> TRANSFER = Operation.named("transfer", ResultCodec.text())
 *         .remembering(new Refusal<>("insufficient-funds", InsufficientFunds.class, InsufficientFunds::new));
 * }</pre>
 */
public final class Operation<T extends @Nullable Object> {
    /** The greatest number of characters in an operation's name. */
    public static final int MAX_NAME_LENGTH = 200;

    /** The longest retention. */
    public static final Duration MAX_RETENTION = Duration.ofDays(3660);

    private final String name;
    private final ResultCodec<T> codec;
    private final Settings<T> settings;

    /** With the defaults; changed before anybody else sees them, never afterwards. */
    private static final class Settings<T extends @Nullable Object> {
        Guarantee<T> guarantee = new Guarantee.Transactional<>(3);
        Duration patience = Duration.ofSeconds(5);
        Duration retention = Duration.ofDays(1);
        int maxAnswerBytes = 1 << 20;
        List<Refusal<?>> refusals = List.of();
        Function<? super T, Ending> ending = any -> Ending.REMEMBER;
        Function<? super T, Summary> summary = any -> Summary.NONE;
        AnswerSeal seal = AnswerSeal.NONE;

        Settings<T> copy() {
            Settings<T> copy = new Settings<>();
            copy.guarantee = guarantee;
            copy.patience = patience;
            copy.retention = retention;
            copy.maxAnswerBytes = maxAnswerBytes;
            copy.refusals = refusals;
            copy.ending = ending;
            copy.summary = summary;
            copy.seal = seal;
            return copy;
        }
    }

    private Operation(String name, ResultCodec<T> codec, Settings<T> settings) {
        this.name = name;
        this.codec = codec;
        this.settings = settings;
    }

    /**
     * An operation with the defaults: transactional, three attempts, five seconds' patience, a day's retention, answers up to 1 MiB.
     *
     * @param name identifies the operation among all that share a store; renaming it makes old keys new. 1 to 200 printable characters
     * @param codec keeps and reads the answer
     */
    public static <T extends @Nullable Object> Operation<T> named(String name, ResultCodec<T> codec) {
        if (name.isBlank() || name.length() > MAX_NAME_LENGTH || name.chars().anyMatch(c -> c < 0x20 || c > 0x7E)) {
            throw new IllegalArgumentException(ErrorTexts.operationName(name));
        }
        return new Operation<>(name, codec, new Settings<>());
    }

    /** How it is kept to one effect. */
    public Operation<T> guarantee(Guarantee<T> guarantee) {
        return with(changed -> changed.guarantee = guarantee);
    }

    /** How long a duplicate waits for a running first call before it is told "in progress"; zero = not at all, at most five minutes. */
    public Operation<T> patience(Duration patience) {
        if (patience.isNegative() || patience.compareTo(Duration.ofMinutes(5)) > 0) {
            throw new IllegalArgumentException(ErrorTexts.patience(name, patience));
        }
        return with(changed -> changed.patience = patience);
    }

    /** How long the answer is kept, counted from completion; at least a second, at most ten years. Afterwards the key is new again. */
    public Operation<T> retention(Duration retention) {
        if (retention.compareTo(Duration.ofSeconds(1)) < 0 || retention.compareTo(MAX_RETENTION) > 0) {
            throw new IllegalArgumentException(ErrorTexts.retention(name, retention));
        }
        return with(changed -> changed.retention = retention);
    }

    /** The largest answer, in bytes, that is kept; a larger one reaches the first caller and is recorded as "done, answer not available". */
    public Operation<T> maxAnswerBytes(int bytes) {
        return with(changed -> changed.maxAnswerBytes = bytes);
    }

    /** Which exceptions are remembered as refusals. The first that matches counts. */
    public Operation<T> remembering(Refusal<?>... refusals) {
        return with(changed -> changed.refusals = List.of(refusals));
    }

    /** What an answer means for record and business writes; by default each is remembered. */
    public Operation<T> ending(Function<? super T, Ending> ending) {
        return with(changed -> changed.ending = ending);
    }

    /** What logs and searches are told of an answer, besides how the call ended; by default nothing. Asked at every call, so it must be quick; not for secrets. */
    public Operation<T> summary(Function<? super T, Summary> summary) {
        return with(changed -> changed.summary = summary);
    }

    /** What makes kept answers and the texts of refusals unreadable for who reads the store; by default nothing. */
    public Operation<T> seal(AnswerSeal seal) {
        return with(changed -> changed.seal = seal);
    }

    private Operation<T> with(Consumer<Settings<T>> change) {
        Settings<T> changed = settings.copy();
        change.accept(changed);
        return new Operation<>(name, codec, changed);
    }

    /** The name that it is recorded under. */
    public String name() {
        return name;
    }

    /** Keeps and reads the answer. */
    public ResultCodec<T> codec() {
        return codec;
    }

    /** How it is kept to one effect. */
    public Guarantee<T> guarantee() {
        return settings.guarantee;
    }

    /** How long a duplicate waits. */
    public Duration patience() {
        return settings.patience;
    }

    /** How long the answer is kept. */
    public Duration retention() {
        return settings.retention;
    }

    /** The largest answer that is kept, in bytes. */
    public int maxAnswerBytes() {
        return settings.maxAnswerBytes;
    }

    /** What this answer means. */
    public Ending endingOf(T answer) {
        return settings.ending.apply(answer);
    }

    /** What makes kept answers unreadable. */
    public AnswerSeal seal() {
        return settings.seal;
    }

    /** This answer in a few words. */
    public Summary summaryOf(T answer) {
        return settings.summary.apply(answer);
    }

    /** What is remembered as refusals, in the order in which they count. */
    public List<Refusal<?>> refusals() {
        return settings.refusals;
    }

    /** The declared refusal that this exception is, if any. */
    public Optional<Refusal<?>> refusalOf(Exception failure) {
        return settings.refusals.stream()
                .filter(refusal -> refusal.type().isInstance(failure))
                .findFirst();
    }

    /** The declared refusal of this code, if it is still declared. */
    public Optional<Refusal<?>> refusalOf(String code) {
        return settings.refusals.stream()
                .filter(refusal -> refusal.code().equals(code))
                .findFirst();
    }

    @Override
    public String toString() {
        return name;
    }
}
