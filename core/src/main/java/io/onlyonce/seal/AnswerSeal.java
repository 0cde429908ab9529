package io.onlyonce.seal;

import io.onlyonce.record.RecordId;

/**
 * Seals what records keep of answers and refusals, so that whoever reads the store cannot read them. Everything else of a record stays as it is: scope, operation and
 * key are compared by the store, and the fingerprint is a digest. Must be thread-safe.
 */
public interface AnswerSeal {
    /** Leaves everything readable. */
    AnswerSeal NONE = new AnswerSeal() {
        @Override
        public byte[] seal(RecordId record, byte[] answer) {
            return answer;
        }

        @Override
        public byte[] open(RecordId record, byte[] kept) {
            return kept;
        }
    };

    /**
     * Makes an answer unreadable.
     *
     * @param record the record that keeps it: sealed for one, it opens for no other
     */
    byte[] seal(RecordId record, byte[] answer);

    /**
     * Makes it readable again. What was kept before sealing began has to come back as it is.
     *
     * @throws UnopenedException if it cannot be opened; the operation then counts as done with its answer not available, and is never run again
     */
    byte[] open(RecordId record, byte[] kept) throws UnopenedException;
}
