package io.onlyonce.messaging;

import io.onlyonce.record.RefusedRecords;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replays dead letters to their consumer, after somebody has removed their cause.
 *
 * <p>A replayed message goes the way of all messages: back to where it was read from, under its own id, through the same consumer. Before it is sent, the consumer forgets
 * that it had given the message up, and how often that had failed. So it runs again, with all its tries, and if it fails again it comes back to the dead letters. That is all
 * that is forgotten: a message that was done meanwhile, or that only the broker took for dead, stays a duplicate. So does the second of two letters with one id.
 *
 * <p>Each message is sent back at least once: after a crash in between it is still among the dead letters, and its copy is a duplicate. What has no id, or an id that
 * another message has used, comes back at once. One that the broker refuses stays. Order is not kept. Thread-safe.
 */
public final class Redrive {
    private static final Logger log = LoggerFactory.getLogger(Redrive.class);

    private final IdempotentConsumer consumer;
    private final RefusedRecords records;
    private final DeadLetters deadLetters;

    /**
     * @param records the ones that the consumer's are among
     * @param deadLetters this consumer's
     */
    public Redrive(IdempotentConsumer consumer, RefusedRecords records, DeadLetters deadLetters) {
        this.consumer = consumer;
        this.records = records;
        this.deadLetters = deadLetters;
    }

    /**
     * Replays the oldest ones.
     *
     * @param limit how many at most; one that comes back meanwhile counts again
     * @return how many were sent back
     * @throws Exception if nobody knows whether one was sent back, or broker or store could not be reached; it is still among the dead letters
     */
    public int run(int limit) throws Exception {
        int sent = deadLetters.sendBack(limit, message -> {
            String giver = message.headers().get(DeadLetterHeaders.CONSUMER);
            if (giver == null || giver.equals(consumer.name())) { // else it only passes through here
                consumer.revive(message, records);
            }
        });
        log.info("{} dead letters were sent back to {}.", sent, consumer.name());
        return sent;
    }

    /**
     * How many dead letters there are now, those of other consumers included that read from the same source.
     *
     * @throws Exception if the broker does not say
     */
    public long count() throws Exception {
        return deadLetters.count();
    }
}
