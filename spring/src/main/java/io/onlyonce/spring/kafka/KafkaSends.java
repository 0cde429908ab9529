package io.onlyonce.spring.kafka;

import io.onlyonce.messaging.outbox.MessagePublisher.Sent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.ProducerFactory;

/**
 * Sends records and waits until all replicas in sync have confirmed them. Its producer is its own: always {@code acks=all} and idempotent, so that its own retries put no record
 * twice, whatever the application's producers do. Thread-safe; to be closed.
 */
final class KafkaSends implements AutoCloseable {
    private static final List<Class<? extends Exception>> TOO_LARGE =
            List.of(RecordTooLargeException.class, RecordBatchTooLargeException.class);

    /** What only the record itself can be blamed for. */
    private static final List<Class<? extends Exception>> ITS_FAULT = List.of(
            RecordTooLargeException.class,
            RecordBatchTooLargeException.class,
            InvalidRecordException.class,
            InvalidTopicException.class,
            TopicAuthorizationException.class,
            PolicyViolationException.class);

    /** How often as long as it took to learn that a topic is missing. */
    private static final int REMEMBERED = 6;

    private final DefaultKafkaProducerFactory<byte[], byte[]> producers;
    private final Supplier<Map<String, Object>> brokers;
    private final Duration patience;

    /** Topics that were missing, and until when they are not asked for again: to learn it takes all the patience. */
    private final Map<String, Long> missing = new ConcurrentHashMap<>();

    /**
     * @param theirs knows the brokers
     * @param patience how long the confirms of one call are waited for in all; topics that are not there take as long again
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
        List<Pending> pending = new ArrayList<>();
        long deadline;
        try (Producer<byte[], byte[]> producer = producers.createProducer()) {
            Map<String, Sent> unsendable = unsendable(producer, records);
            deadline = System.nanoTime() + patience.toNanos();
            for (ProducerRecord<byte[], byte[]> next : records) {
                Sent known = unsendable.get(next.topic());
                pending.add(known == null ? posted(producer, next) : new Pending(null, known));
            }
        } catch (InterruptException e) {
            Thread.interrupted(); // it has set the flag; ours says it by its type
            throw interrupted(e);
        }
        List<Sent> answers = new ArrayList<>();
        for (Pending one : pending) {
            answers.add(one.known() == null ? answer(one, deadline) : one.known());
        }
        if (!answers.isEmpty() && answers.stream().allMatch(Sent.Unconfirmed.class::isInstance) && !brokerAnswers()) {
            throw new KafkaException(KafkaTexts.unconfirmed(patience)); // its topics were only remembered
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

    /** What is known of topics to which nothing can be sent, in bounded time: those that could not be asked for in it are tried another time. */
    private Map<String, Sent> unsendable(
            Producer<byte[], byte[]> producer, List<ProducerRecord<byte[], byte[]>> records) {
        long deadline = System.nanoTime() + patience.toNanos();
        Map<String, Sent> known = new HashMap<>();
        records.stream().map(ProducerRecord::topic).distinct().forEach(topic -> {
            Sent refusal = System.nanoTime() - deadline < 0 ? refusal(producer, topic) : unconfirmed();
            if (refusal != null) {
                known.put(topic, refusal);
            }
        });
        return known;
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
        Long until = missing.get(topic);
        if (until != null && System.nanoTime() - until < 0) {
            return new Sent.Refused(KafkaTexts.noTopic(topic));
        }
        try {
            producer.partitionsFor(topic); // known after the first time
            missing.remove(topic);
            return null;
        } catch (
                org.apache.kafka.common.errors.TimeoutException
                        e) { // either the topic is missing or the broker is, or was
            Boolean there = isThere(topic);
            if (there == null) {
                throw e;
            }
            if (there) {
                return unconfirmed();
            }
            missing.put(topic, System.nanoTime() + REMEMBERED * patience.toNanos());
            return new Sent.Refused(KafkaTexts.noTopic(topic));
        } catch (KafkaException e) {
            if (verdict(e) instanceof Sent.Refused refused) {
                return refused;
            }
            throw e;
        }
    }

    /** Whether the broker knows the topic; null if it does not answer. */
    private @Nullable Boolean isThere(String topic) {
        try {
            ask(admin -> admin.describeTopics(List.of(topic)).allTopicNames());
            return true;
        } catch (ExecutionException e) {
            return e.getCause() instanceof UnknownTopicOrPartitionException ? false : null;
        } catch (TimeoutException e) {
            return null;
        }
    }

    private boolean brokerAnswers() {
        try {
            return !ask(admin -> admin.describeCluster().nodes()).isEmpty();
        } catch (ExecutionException | TimeoutException e) {
            return false;
        }
    }

    private <T> T ask(Function<Admin, KafkaFuture<T>> question) throws ExecutionException, TimeoutException {
        Admin admin = Admin.create(brokers.get());
        try {
            return question.apply(admin).get(patience.toNanos(), TimeUnit.NANOSECONDS);
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

    /** Whether the broker takes no record of its size there. */
    static boolean isTooLarge(Sent answer) {
        return answer instanceof Sent.Refused refused
                && TOO_LARGE.stream().anyMatch(type -> refused.cause().startsWith(type.getName()));
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
