package io.onlyonce.record;

import java.util.Optional;

/**
 * Answers "done" in front of a store. A finished record never changes, so whoever has seen one may repeat it; what a cache does not know it leaves to the store,
 * and it never says "not there".
 *
 * <p>Its contents may vanish at any time, and each process may have one of its own. The engines put into it only what is durable, and go on without it when it
 * fails. Thread-safe.
 */
public interface AnswerCache {
    /** Knows nothing. */
    AnswerCache NONE = new AnswerCache() {
        @Override
        public Optional<Answered> find(RecordKey key) {
            return Optional.empty();
        }

        @Override
        public void put(RecordKey key, Answered answered) {}
    };

    /** What the key was answered, if that is known and {@linkplain Answered#fresh() fresh}; empty = ask the store. */
    Optional<Answered> find(RecordKey key);

    /** Remembers a finished record that is durable, for as long as it is {@linkplain Answered#fresh() fresh} at most. */
    void put(RecordKey key, Answered answered);

    /** This one first, then the next: the process's own before one that is asked over a network. */
    default AnswerCache and(AnswerCache next) {
        AnswerCache first = this;
        return new AnswerCache() {
            @Override
            public Optional<Answered> find(RecordKey key) {
                return first.find(key).or(() -> next.find(key));
            }

            @Override
            public void put(RecordKey key, Answered answered) {
                first.put(key, answered);
                next.put(key, answered);
            }
        };
    }
}
