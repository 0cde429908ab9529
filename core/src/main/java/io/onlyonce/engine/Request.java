package io.onlyonce.engine;

import io.onlyonce.Call;
import io.onlyonce.Ending;
import io.onlyonce.Fingerprint;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.Refusal;
import io.onlyonce.Work;
import io.onlyonce.probe.Summary;
import io.onlyonce.record.Answered;
import io.onlyonce.record.Completion;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordState;
import io.onlyonce.seal.AnswerSeal;
import io.onlyonce.seal.UnopenedException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One call on its way through an engine: how its answer is written into a record, and how a record's answer is given back. */
record Request<T extends @Nullable Object>(
        Operation<T> operation, RecordKey key, Fingerprint fingerprint, Work<T> work) {
    private static final Logger log = LoggerFactory.getLogger(Request.class);

    static <T extends @Nullable Object> Request<T> of(Operation<T> operation, Call call, Work<T> work) {
        return new Request<>(
                operation, RecordKey.of(call.scope(), operation.name(), call.key()), call.fingerprint(), work);
    }

    /** The completion that keeps an answer; without its bytes where it cannot be written or is too large: done is done. */
    Completion completion(T value, Ending ending) {
        RecordState state = ending == Ending.REFUSE ? RecordState.REFUSED : RecordState.COMPLETED;
        return new Completion(state, null, encoded(value), operation.retention());
    }

    /** The completion that keeps a declared refusal. */
    Completion completion(Refusal<?> refusal, Exception failure) {
        String message = failure.getMessage();
        byte[] text = message == null ? null : sealed(message.getBytes(StandardCharsets.UTF_8));
        return new Completion(RecordState.REFUSED, refusal.code(), text, operation.retention());
    }

    private byte @Nullable [] encoded(T value) {
        try {
            byte[] bytes = operation.codec().encode(value);
            if (bytes.length <= operation.maxAnswerBytes()) {
                return sealed(bytes);
            }
            log.warn(
                    "The answer of {} has {} bytes, more than the {} that are kept; retries will be told that it is done.",
                    operation,
                    bytes.length,
                    operation.maxAnswerBytes());
        } catch (Exception e) {
            log.error("The answer of {} cannot be written; retries will be told that it is done.", operation, e);
        }
        return null;
    }

    private byte[] sealed(byte[] answer) {
        AnswerSeal seal = operation.seal();
        return seal == AnswerSeal.NONE
                ? answer
                : seal.seal(key.id(), answer); // an id costs more than the rest of a replay
    }

    private byte[] opened(byte[] kept) throws UnopenedException {
        AnswerSeal seal = operation.seal();
        return seal == AnswerSeal.NONE ? kept : seal.open(key.id(), kept);
    }

    /** Whether the work of this call answered with a refusal that is remembered. */
    boolean refuses(Outcome<T> outcome) {
        return outcome instanceof Outcome.Executed<T> executed && operation.endingOf(executed.value()) == Ending.REFUSE;
    }

    /** An outcome in a few words. What fails here is no reason to fail the call. */
    Summary summaryOf(Outcome<T> outcome) {
        try {
            if (outcome instanceof Outcome.Executed<T> executed) {
                return operation.summaryOf(executed.value());
            } else if (outcome instanceof Outcome.Replayed<T> replayed) {
                return operation.summaryOf(replayed.value());
            } else if (outcome instanceof Outcome.RolledBack<T> rolledBack) {
                return operation.summaryOf(rolledBack.value());
            } else if (outcome instanceof Outcome.Refused<T> refused) {
                return operation
                        .refusalOf(refused.refusal())
                        .map(refusal -> Summary.code(refusal.code()))
                        .orElse(Summary.NONE);
            }
        } catch (RuntimeException e) {
            log.warn("The answer of {} cannot be summed up.", operation, e);
        }
        return Summary.NONE;
    }

    /** What a later call gets from a finished record. */
    Outcome<T> replay(Answered answered) {
        if (fingerprint.contradicts(answered.fingerprint())) {
            return new Outcome.KeyReused<>(key);
        }
        String code = answered.refusalCode();
        return code != null ? refusal(code, answered.answer()) : answer(answered.answer());
    }

    private Outcome<T> refusal(String code, byte @Nullable [] message) {
        Optional<Refusal<?>> refusal = operation.refusalOf(code);
        if (refusal.isEmpty()) {
            log.warn("{} no longer declares the refusal \"{}\" that its record holds.", operation, code);
            return new Outcome.ResultUnavailable<>(key);
        }
        try {
            String text = message == null ? null : new String(opened(message), StandardCharsets.UTF_8);
            return new Outcome.Refused<>(refusal.get().recreate().apply(text), true);
        } catch (UnopenedException e) {
            return unavailable(e);
        }
    }

    private Outcome<T> answer(byte @Nullable [] stored) {
        if (stored == null) {
            return new Outcome.ResultUnavailable<>(key);
        }
        try {
            return new Outcome.Replayed<>(operation.codec().decode(opened(stored)));
        } catch (Exception e) {
            return unavailable(e);
        }
    }

    private Outcome<T> unavailable(Exception why) {
        log.error("The stored answer of {} cannot be read any more; it is not run again.", operation, why);
        return new Outcome.ResultUnavailable<>(key);
    }
}
