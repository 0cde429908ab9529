package io.onlyonce.spring.kafka;

import io.onlyonce.messaging.Worked;
import io.onlyonce.spring.messaging.NothingToDoException;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.AcknowledgingConsumerAwareMessageListener;
import org.springframework.kafka.listener.BatchAcknowledgingConsumerAwareMessageListener;
import org.springframework.kafka.listener.ListenerExecutionFailedException;
import org.springframework.kafka.listener.RecordInterceptor;

/** Calls an application's listener with one record, whichever of the kinds of listeners it is. Thread-safe, as its listener must be. */
@FunctionalInterface
interface ListenerCall {
    /** Calls it inside the message's transaction. */
    Worked call(ConsumerRecord<Object, Object> message, Consumer<?, ?> client) throws Exception;

    /** A listener of records. Its interceptor, if it has one, stands inside the transaction: a record that it takes away gave nothing to do. */
    @SuppressWarnings("unchecked") // the client is the container's
    static ListenerCall record(
            AcknowledgingConsumerAwareMessageListener<Object, Object> listener,
            @Nullable RecordInterceptor<Object, Object> interceptor) {
        if (interceptor == null) {
            return (message, client) -> run(() -> listener.onMessage(KafkaMessages.forListener(message), null, client));
        }
        return (message, client) -> {
            Consumer<Object, Object> same = (Consumer<Object, Object>) client;
            ConsumerRecord<Object, Object> seen = interceptor.intercept(KafkaMessages.forListener(message), same);
            if (seen == null) {
                return Worked.NOTHING;
            }
            try {
                Worked worked = run(() -> listener.onMessage(seen, null, client));
                interceptor.success(seen, same);
                return worked;
            } catch (Exception e) {
                interceptor.failure(seen, e, same);
                throw e;
            } finally {
                interceptor.afterRecord(seen, same);
            }
        };
    }

    /** A listener of batches, which gets each record as a batch of its own: one failure takes no other message with it. */
    @SuppressWarnings("unchecked") // as above
    static ListenerCall batch(BatchAcknowledgingConsumerAwareMessageListener<Object, Object> listener) {
        return (message, client) -> {
            ConsumerRecord<Object, Object> seen = KafkaMessages.forListener(message);
            if (!listener.wantsPollResult()) {
                return run(() -> listener.onMessage(List.of(seen), null, client));
            }
            TopicPartition partition = new TopicPartition(seen.topic(), seen.partition());
            ConsumerRecords<Object, Object> alone = new ConsumerRecords<>(Map.of(partition, List.of(seen)), Map.of());
            return run(() -> listener.onMessage(alone, null, (Consumer<Object, Object>) client));
        };
    }

    private static Worked run(Runnable call) throws Exception {
        try {
            call.run();
            return Worked.DONE;
        } catch (NothingToDoException e) {
            return Worked.NOTHING;
        } catch (ListenerExecutionFailedException e) {
            if (e.getCause() instanceof NothingToDoException) {
                return Worked.NOTHING;
            }
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }
}
