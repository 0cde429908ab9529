package io.onlyonce.spring.kafka;

import io.onlyonce.messaging.outbox.MessagePublisher.Sent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.ProducerFactory;

/**
 * Sends records and waits until all replicas in sync have confirmed them. Its producer is its own: always {@code acks=all} and idempotent, so that its own retries put no record
 * twice, whatever the application's producers do. Thread-safe; to be closed.
 */
final class KafkaSends implements AutoCloseable {
    /** What only the record itself can be blamed for. */
    private static final List<Class<? extends Exception>> ITS_FAULT = List.of(
            RecordTooLargeException.class,
            RecordBatchTooLargeException.class,
            InvalidRecordException.class,
            InvalidTopicException.class,
            TopicAuthorizationException.class,
            PolicyViolationException.class);

    private final DefaultKafkaProducerFactory<byte[], byte[]> producers;
    private final Supplier<Map<String, Object>> brokers;
    private final Duration patience;

    /**
     * @param theirs knows the brokers
     * @param patience how long the confirms of one call are waited for in all; a topic that is not there takes as long again
     */
    KafkaSends(ProducerFactory<?, ?> theirs, Duration patience) {
        this.producers = KafkaConfigs.confirming(theirs, patience);
        this.brokers = () -> KafkaConfigs.administration(theirs);
        this.patience = patience;
    }

    /**
     * Sends all, then waits.
     *
     * @return what was said to each, in their order
     * @throws KafkaException if the broker can't be reached
     */
    List<Sent> send(List<ProducerRecord<byte[], byte[]>> records) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        List<Pending> pending = new ArrayList<>();
        try (Producer<byte[], byte[]> producer = producers.createProducer()) {
            Map<String, Sent> refusals = new HashMap<>();
            for (ProducerRecord<byte[], byte[]> next : records) {
                pending.add(post(producer, next, refusals, deadline));
            }
        } catch (InterruptException e) {
            Thread.interrupted(); // it has set the flag; ours says it by its type
            throw interrupted(e);
        }
        List<Sent> answers = new ArrayList<>();
        for (Pending one : pending) {
            answers.add(one.known() == null ? answer(one, deadline) : one.known());
        }
        return answers;
    }

    /** The same for one record. */
    Sent send(ProducerRecord<byte[], byte[]> message) throws InterruptedException {
        return send(List.of(message)).get(0);
    }

    /** A record on its way, or what is known about it already. */
    private record Pending(
            @Nullable Future<?> confirm, @Nullable Sent known) {}

    private Pending post(
            Producer<byte[], byte[]> producer,
            ProducerRecord<byte[], byte[]> next,
            Map<String, Sent> refusals,
            long deadline) {
        if (!refusals.containsKey(next.topic()) && System.nanoTime() - deadline < 0) {
            Sent refusal = refusal(producer, next.topic());
            if (refusal == null) {
                return posted(producer, next);
            }
            refusals.put(next.topic(), refusal);
        }
        return new Pending(null, refusals.getOrDefault(next.topic(), unconfirmed()));
    }

    private static Pending posted(Producer<byte[], byte[]> producer, ProducerRecord<byte[], byte[]> next) {
        try {
            return new Pending(producer.send(next), null);
        } catch (InterruptException e) {
            throw e;
        } catch (KafkaException e) {
            return new Pending(null, verdict(e));
        }
    }

    /** What is to be said of every record for a topic; null if it is there. */
    private @Nullable Sent refusal(Producer<byte[], byte[]> producer, String topic) {
        try {
            producer.partitionsFor(topic); // known after the first time
            return null;
        } catch (org.apache.kafka.common.errors.TimeoutException e) { // either the topic is missing or the broker
            if (!brokerAnswers()) {
                throw e;
            }
            return new Sent.Refused(KafkaTexts.noTopic(topic));
        } catch (KafkaException e) {
            if (verdict(e) instanceof Sent.Refused refused) {
                return refused;
            }
            throw e;
        }
    }

    private boolean brokerAnswers() {
        Admin admin = Admin.create(brokers.get());
        try {
            return !admin.describeCluster()
                    .nodes()
                    .get(patience.toNanos(), TimeUnit.NANOSECONDS)
                    .isEmpty();
        } catch (ExecutionException | TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } finally {
            admin.close(Duration.ZERO); // else it waits for the answer that did not come
        }
    }

    private Sent answer(Pending one, long deadline) throws InterruptedException {
        Future<?> confirm = one.confirm();
        if (confirm == null) {
            return unconfirmed();
        }
        try {
            confirm.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            return new Sent.Confirmed();
        } catch (TimeoutException e) {
            return unconfirmed();
        } catch (ExecutionException e) {
            return verdict(e.getCause());
        }
    }

    private Sent unconfirmed() {
        return new Sent.Unconfirmed(KafkaTexts.unconfirmed(patience));
    }

    private static Sent verdict(@Nullable Throwable failure) {
        return ITS_FAULT.stream().anyMatch(type -> type.isInstance(failure))
                ? new Sent.Refused(String.valueOf(failure))
                : new Sent.Unconfirmed(String.valueOf(failure));
    }

    private static InterruptedException interrupted(InterruptException cause) {
        InterruptedException told = new InterruptedException(cause.getMessage());
        told.initCause(cause);
        return told;
    }

    @Override
    public void close() {
        producers.destroy();
    }
}
