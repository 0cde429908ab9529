package io.onlyonce.probe;

import io.onlyonce.record.RecordKey;
import java.time.Duration;

/**
 * What became of one call. Immutable.
 *
 * @param kind the decision
 * @param key scope, operation and key; what is written down of it is its {@linkplain RecordKey#id() id}, since scope and key may be personal or secret
 * @param layer what made it
 * @param attempt which attempt at the key this call's work was: 1, or more after a take-over; 0 if this call ran no work
 * @param summary the answer in a few words
 * @param took from the call's start to its end
 */
public record Decision(Kind kind, RecordKey key, Layer layer, int attempt, Summary summary, Duration took) {
    /** The decisions that exist; each is one word in logs and metrics. */
    public enum Kind {
        /** This call ran the work; its answer is remembered. */
        FIRST(State.DONE),
        /** The same, after an earlier attempt was lost. */
        TAKEN_OVER(State.DONE),
        /** The work ran while the store was down, with only its backstop behind it. */
        WITHOUT_RECORD(State.NONE),
        /** The backstop refused a second effect that the store did not know of. */
        CAUGHT(State.UNKNOWN),
        /** An earlier call's answer was given again, be it a result or a refusal. */
        REPLAYED(State.DONE),
        /** This call ran the work, which refused; the refusal is remembered. */
        REFUSED(State.DONE),
        /** This call ran the work, and its answer was one to forget. */
        ROLLED_BACK(State.NONE),
        /** Another call with the key is at work. */
        IN_PROGRESS(State.CLAIMED),
        /** The key belongs to another payload. */
        KEY_REUSED(State.UNKNOWN),
        /** It was done before, and its answer is not there any more. */
        RESULT_UNAVAILABLE(State.DONE),
        /** An earlier attempt was lost, and nobody knows whether it took effect. */
        OUTCOME_UNKNOWN(State.ABANDONED),
        /** Leased work failed in a way that proves that nothing has happened; a retry runs it. */
        RELEASED(State.NONE),
        /** Leased work failed, and nobody knows how far it got. */
        ABANDONED(State.ABANDONED),
        /** Another attempt had taken over when this one's work was done. */
        FENCE_LOST(State.UNKNOWN),
        /** The store could not be asked, and nothing was run. */
        STORE_DOWN(State.UNKNOWN),
        /** The call failed; of a transaction nothing is left. */
        FAILED(State.NONE);

        private final State leaves;

        Kind(State leaves) {
            this.leaves = leaves;
        }

        /** Where the record stands after it. */
        public State leaves() {
            return leaves;
        }
    }

    /** Where a record stands, as far as a call can tell. */
    public enum State {
        /** It holds an answer or a refusal. */
        DONE,
        CLAIMED,
        ABANDONED,
        /** There is none. */
        NONE,
        UNKNOWN
    }

    /** What can make a decision, from the outside to the inside. */
    public enum Layer {
        /** The cache of answers in front of the store. */
        CACHE,
        /** A copy in the same process, beside which this call waited. */
        FLIGHT,
        /** The record in the store. */
        RECORD,
        /** The unique key behind the record. */
        BACKSTOP,
        /** The resolver that knows what became of a lost attempt. */
        RESOLVER,
        /** Nobody: the store was down, and the operation is open. */
        NONE
    }
}
