package io.onlyonce.spring.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.DirectFieldAccessor;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaResourceFactory;
import org.springframework.kafka.core.ProducerFactory;

/** Consumers and producers of our own, made after the application's: the same brokers, the same security, but what OnlyOnce relies on is set. */
final class KafkaConfigs {
    private KafkaConfigs() {}

    /** Producers of bytes whose messages all replicas in sync have confirmed, or which say within this time that nobody knows. */
    static DefaultKafkaProducerFactory<byte[], byte[]> confirming(ProducerFactory<?, ?> theirs, Duration patience) {
        Map<String, Object> configuration = new HashMap<>(theirs.getConfigurationProperties());
        int millis = (int) Math.min(patience.toMillis(), Integer.MAX_VALUE);
        configuration.put(ProducerConfig.ACKS_CONFIG, "all");
        configuration.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        configuration.remove(ProducerConfig.RETRIES_CONFIG); // bounded by the time
        configuration.remove(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION);
        configuration.remove(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
        configuration.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        configuration.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Integer.MAX_VALUE); // it is the broker that decides
        configuration.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, millis);
        configuration.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, millis);
        configuration.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, millis);
        DefaultKafkaProducerFactory<byte[], byte[]> ours =
                new DefaultKafkaProducerFactory<>(configuration, new ByteArraySerializer(), new ByteArraySerializer());
        sameBrokers(theirs, ours);
        return ours;
    }

    /** Consumers of bytes that commit when they are told to, and see no message of an aborted transaction. */
    static DefaultKafkaConsumerFactory<byte[], byte[]> committed(ProducerFactory<?, ?> theirs) {
        Map<String, Object> configuration = shared(theirs, ConsumerConfig.configNames());
        configuration.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        configuration.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        DefaultKafkaConsumerFactory<byte[], byte[]> ours = new DefaultKafkaConsumerFactory<>(
                configuration, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        sameBrokers(theirs, ours);
        return ours;
    }

    /** For asking whether a broker is there. */
    static Map<String, Object> administration(ProducerFactory<?, ?> theirs) {
        Map<String, Object> configuration = shared(theirs, AdminClientConfig.configNames());
        Supplier<?> lookedUp = lookedUp(theirs);
        if (lookedUp != null) {
            configuration.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, lookedUp.get());
        }
        return configuration;
    }

    /** What a client of another kind shares with producers: the brokers, the security, and what only the application knows. */
    private static Map<String, Object> shared(ProducerFactory<?, ?> theirs, Set<String> known) {
        Map<String, Object> configuration = new HashMap<>(theirs.getConfigurationProperties());
        configuration.keySet().removeIf(name -> ProducerConfig.configNames().contains(name) && !known.contains(name));
        configuration.remove(ProducerConfig.INTERCEPTOR_CLASSES_CONFIG); // the same name, another interface
        return configuration;
    }

    /** The application's own consumers, which also note each record's bytes, and of which no record that can't be decoded is the end. */
    static <K, V> DefaultKafkaConsumerFactory<K, V> raw(DefaultKafkaConsumerFactory<K, V> theirs) {
        Map<String, Object> configuration = new HashMap<>(theirs.getConfigurationProperties());
        configuration.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        configuration.put(
                ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed"); // Spring Boot sets the other one unasked
        boolean configured =
                Boolean.TRUE.equals(new DirectFieldAccessor(theirs).getPropertyValue("configureDeserializers"));
        DefaultKafkaConsumerFactory<K, V> ours = new DefaultKafkaConsumerFactory<>(
                configuration,
                () -> noting(theirs::getKeyDeserializer, configured),
                () -> noting(theirs::getValueDeserializer, configured));
        theirs.getListeners().forEach(ours::addListener);
        theirs.getPostProcessors().forEach(ours::addPostProcessor);
        sameBrokers(theirs, ours);
        return ours;
    }

    @SuppressWarnings("unchecked") // it gives what theirs gives, or null
    private static <T> Deserializer<T> noting(
            Supplier<? extends @Nullable Deserializer<?>> theirs, boolean configured) {
        return (Deserializer<T>) new RawDeserializer(theirs, configured);
    }

    @SuppressWarnings("unchecked") // the field's type
    private static void sameBrokers(Object theirs, KafkaResourceFactory ours) {
        Supplier<?> lookedUp = lookedUp(theirs);
        if (lookedUp != null) {
            ours.setBootstrapServersSupplier((Supplier<String>) lookedUp);
        }
    }

    /** Brokers that are looked up, as Spring Boot does for a connection that is no property, are told nowhere else. */
    private static @Nullable Supplier<?> lookedUp(Object theirs) {
        return theirs instanceof KafkaResourceFactory
                ? (Supplier<?>) new DirectFieldAccessor(theirs).getPropertyValue("bootstrapServersSupplier")
                : null;
    }
}
