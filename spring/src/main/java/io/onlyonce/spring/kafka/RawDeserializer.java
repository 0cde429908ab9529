package io.onlyonce.spring.kafka;

import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.springframework.core.log.LogAccessor;
import org.springframework.kafka.support.KafkaUtils;
import org.springframework.kafka.support.serializer.DeserializationException;
import org.springframework.kafka.support.serializer.SerializationUtils;

/**
 * Decodes by the application's deserializer, and notes the bytes. What that can't decode becomes null and its failure is noted as well: a consumer that failed there would
 * never get past the record. Confined to the consumer's thread.
 */
final class RawDeserializer implements Deserializer<Object> {
    private static final LogAccessor log = new LogAccessor(RawDeserializer.class);

    private final Supplier<? extends @Nullable Deserializer<?>> instances;
    private final boolean configured;
    private boolean isKey;
    private @Nullable Deserializer<?> delegate;

    /**
     * @param instances gives the application's; null if the consumer's configuration names it
     * @param configured whether what they give is to be configured
     */
    RawDeserializer(Supplier<? extends @Nullable Deserializer<?>> instances, boolean configured) {
        this.instances = instances;
        this.configured = configured;
    }

    @Override
    public void configure(Map<String, ?> configuration, boolean isKey) {
        this.isKey = isKey;
        Deserializer<?> given = instances.get();
        Deserializer<?> mine = given == null ? named(configuration, isKey) : given;
        if (given == null || configured) {
            mine.configure(configuration, isKey);
        }
        delegate = mine;
    }

    private static Deserializer<?> named(Map<String, ?> configuration, boolean isKey) {
        String property =
                isKey ? ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG : ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG;
        return new ConsumerConfig(Map.copyOf(configuration)).getConfiguredInstance(property, Deserializer.class);
    }

    @Override
    @SuppressWarnings(
            "IllegalCatch") // whatever a decoder throws, the record is at fault; a deep one overflows the stack
    public @Nullable Object deserialize(String topic, Headers headers, byte @Nullable [] bytes) {
        RawRecord raw = RawRecord.in(headers);
        raw.note(isKey, bytes);
        Deserializer<?> mine = delegate();
        try {
            Object decoded = mine.deserialize(topic, headers, bytes);
            Header swallowed = headers.lastHeader(
                    isKey
                            ? KafkaUtils.KEY_DESERIALIZER_EXCEPTION_HEADER
                            : KafkaUtils.VALUE_DESERIALIZER_EXCEPTION_HEADER);
            if (swallowed != null) { // by an ErrorHandlingDeserializer
                raw.failed(isKey, failure(swallowed));
            }
            return decoded;
        } catch (RuntimeException | StackOverflowError e) {
            raw.failed(isKey, e);
            return null;
        }
    }

    private static Throwable failure(Header swallowed) {
        DeserializationException failure = SerializationUtils.byteArrayToDeserializationException(log, swallowed);
        return failure == null ? new IllegalArgumentException(swallowed.key()) : failure;
    }

    @Override
    public @Nullable Object deserialize(String topic, byte @Nullable [] bytes) {
        return delegate().deserialize(topic, bytes);
    }

    private Deserializer<?> delegate() {
        if (delegate == null) {
            throw new IllegalStateException("A deserializer was used before it was configured.");
        }
        return delegate;
    }

    @Override
    public void close() {
        if (delegate != null) {
            delegate.close();
        }
    }
}
