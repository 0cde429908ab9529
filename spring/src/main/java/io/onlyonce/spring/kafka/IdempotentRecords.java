package io.onlyonce.spring.kafka;

import io.onlyonce.messaging.BackOff;
import io.onlyonce.messaging.DeadLetterHeaders;
import io.onlyonce.messaging.Delivered;
import io.onlyonce.messaging.Disposition;
import io.onlyonce.messaging.Disposition.DeadLetter;
import io.onlyonce.messaging.Disposition.Later;
import io.onlyonce.messaging.Disposition.Later.Why;
import io.onlyonce.messaging.IdempotentConsumer;
import io.onlyonce.messaging.outbox.MessagePublisher.Sent;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.listener.BatchAcknowledgingConsumerAwareMessageListener;
import org.springframework.kafka.listener.adapter.AbstractDelegatingMessageListenerAdapter;
import org.springframework.kafka.support.Acknowledgment;

/**
 * Stands between a container and its listener: gets all records of a poll, lets the consumer deal with one after the other, each in a transaction of its own, and tells the
 * container how far it has come.
 *
 * <p>Dealt with: acknowledged, after the commit. Later: what came before is acknowledged, and this record and all behind it are read again after a delay, for which the container
 * pauses the partitions and goes on polling, so that no thread is held and the group does not take the partitions away. A dead letter: sent to the topic of dead letters with
 * its cause and its bytes as they came, confirmed, and only then dealt with. After half the time that may pass between two polls it comes up for air: the rest is read again.
 * Nothing is ever skipped. Thread-safe, as its listener must be.
 */
final class IdempotentRecords extends AbstractDelegatingMessageListenerAdapter<Object>
        implements BatchAcknowledgingConsumerAwareMessageListener<Object, Object> {
    private static final Logger log = LoggerFactory.getLogger(IdempotentRecords.class);

    private final IdempotentConsumer consumer;
    private final ListenerCall listener;
    private final Broker broker;
    private final Container container;

    /** How often a partition's next record was met at work elsewhere, since it is the next one. */
    private final Map<TopicPartition, Integer> meetings = new ConcurrentHashMap<>();

    /**
     * The way back to the broker.
     *
     * @param backOff for messages of which another delivery is at work; a dead letter that did not arrive is sent again after the longest
     * @param deadLetterSuffix what the name of a topic's topic of dead letters ends with
     */
    record Broker(KafkaSends sends, BackOff backOff, String deadLetterSuffix) {}

    /**
     * What calls it.
     *
     * @param listener the application's, which may want to hear of partitions
     * @param running whether it has not been stopped
     * @param longest after how long no further record is begun
     */
    record Container(Object listener, BooleanSupplier running, Duration longest) {}

    IdempotentRecords(IdempotentConsumer consumer, ListenerCall listener, Broker broker, Container container) {
        super(container.listener());
        this.consumer = consumer;
        this.listener = listener;
        this.broker = broker;
        this.container = container;
    }

    @Override
    public void onMessage(
            List<ConsumerRecord<Object, Object>> records,
            @Nullable Acknowledgment acknowledgment,
            @Nullable Consumer<?, ?> client) {
        if (acknowledgment == null || client == null) {
            throw new IllegalStateException("A container in manual mode gives both.");
        }
        long end = System.nanoTime() + container.longest().toNanos();
        for (int i = 0; i < records.size(); i++) {
            boolean enough = !container.running().getAsBoolean() || (i > 0 && System.nanoTime() - end > 0);
            Optional<Duration> again = enough ? Optional.of(Duration.ZERO) : turn(records.get(i), client);
            if (again.isPresent()) {
                SeekBack.to(records.subList(i, records.size()), client); // also if committing the others fails
                acknowledgment.nack(i, again.get());
                return;
            }
        }
        acknowledgment.acknowledge();
    }

    /** One record's turn: after how long it is to be read again, or empty if it is dealt with. */
    @SuppressWarnings("IllegalCatch") // whatever it is, the record must not be skipped
    private Optional<Duration> turn(ConsumerRecord<Object, Object> message, Consumer<?, ?> client) {
        try {
            RawRecord raw = RawRecord.of(message);
            Delivered delivered = KafkaMessages.delivered(message, raw);
            String failure = raw.failure();
            Disposition disposition = failure == null
                    ? consumer.handle(delivered, (same, attempt) -> listener.call(message, client))
                    : consumer.giveUp(delivered, failure);
            if (disposition instanceof Later later) {
                return Optional.of(delay(message, later));
            }
            meetings.remove(partition(message));
            boolean buried = !(disposition instanceof DeadLetter given) || bury(raw, delivered, given);
            return buried ? Optional.empty() : Optional.of(broker.backOff().greatest());
        } catch (RuntimeException | Error e) {
            log.error("{} could not be dealt with; it is read again.", consumer.name(), e);
            return Optional.of(broker.backOff().greatest());
        }
    }

    /** While another delivery is at work longer each time. */
    private Duration delay(ConsumerRecord<?, ?> message, Later later) {
        if (later.why() != Why.IN_PROGRESS) {
            meetings.remove(partition(message));
            return later.delay();
        }
        Duration grown = broker.backOff().after(meetings.merge(partition(message), 1, Integer::sum));
        return grown.compareTo(later.delay()) > 0 ? grown : later.delay();
    }

    private static TopicPartition partition(ConsumerRecord<?, ?> message) {
        return new TopicPartition(message.topic(), message.partition());
    }

    private boolean bury(RawRecord raw, Delivered delivered, DeadLetter given) {
        String grave = delivered.source() + broker.deadLetterSuffix();
        Map<String, String> headers = DeadLetterHeaders.of(consumer.name(), delivered, given);
        Sent answer;
        try {
            answer = broker.sends().send(KafkaMessages.letter(grave, raw, headers));
            if (KafkaSends.isTooLarge(answer)) { // else its partition would stand for ever
                answer = broker.sends().send(KafkaMessages.stub(grave, delivered, headers));
            }
        } catch (KafkaException e) {
            answer = new Sent.Unconfirmed(e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            answer = new Sent.Unconfirmed(e.toString());
        }
        if (!(answer instanceof Sent.Confirmed)) {
            log.error(
                    "A dead letter of {} did not arrive in the topic {}; it will be tried again: {}",
                    consumer.name(),
                    grave,
                    answer);
            return false;
        }
        return true;
    }
}
