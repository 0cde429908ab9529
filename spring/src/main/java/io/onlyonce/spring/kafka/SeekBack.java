package io.onlyonce.spring.kafka;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.MessageListenerContainer;

/**
 * Has what the container could not commit read again, and never skips it as Spring Kafka's own handlers do after some tries. Failures of the listener do not get here: the
 * consumer has counted them.
 */
final class SeekBack implements CommonErrorHandler {
    private static final Logger log = LoggerFactory.getLogger(SeekBack.class);

    /** Moves the consumer back to the first of these records in each partition. */
    static void to(List<? extends ConsumerRecord<?, ?>> records, Consumer<?, ?> consumer) {
        Map<TopicPartition, Long> first = new HashMap<>();
        records.forEach(one -> first.merge(new TopicPartition(one.topic(), one.partition()), one.offset(), Math::min));
        first.forEach((partition, offset) -> {
            try {
                consumer.seek(partition, offset);
            } catch (IllegalStateException e) { // it is another consumer's now, which begins at what was committed
                log.info("{} was taken away meanwhile.", partition, e);
            }
        });
    }

    @Override
    public boolean seeksAfterHandling() {
        return true;
    }

    @Override
    public boolean isAckAfterHandle() {
        return false;
    }

    @Override
    public void handleBatch(
            Exception failure,
            ConsumerRecords<?, ?> records,
            Consumer<?, ?> consumer,
            MessageListenerContainer container,
            Runnable invokeListener) {
        log.warn("Records could not be committed; they are read again, as duplicates.", failure);
        to(
                records.partitions().stream()
                        .flatMap(partition -> records.records(partition).stream())
                        .toList(),
                consumer);
    }

    @Override
    public void handleOtherException(
            Exception failure, Consumer<?, ?> consumer, MessageListenerContainer container, boolean batchListener) {
        log.warn("A consumer of {} failed between two polls.", container.getListenerId(), failure);
    }
}
