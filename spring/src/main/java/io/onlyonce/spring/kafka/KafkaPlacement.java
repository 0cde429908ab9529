package io.onlyonce.spring.kafka;

import io.onlyonce.error.MisuseException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.DirectFieldAccessor;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.kafka.annotation.RetryableTopic;
import org.springframework.kafka.config.MethodKafkaListenerEndpoint;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.adapter.FilteringBatchMessageListenerAdapter;
import org.springframework.kafka.listener.adapter.FilteringMessageListenerAdapter;
import org.springframework.kafka.support.Acknowledgment;

/** Where an {@code @Idempotent} listener can't be protected, told at start-up. */
final class KafkaPlacement {
    private static final Logger log = LoggerFactory.getLogger(KafkaPlacement.class);

    private static final Duration DEFAULT_MAX_POLL_INTERVAL = Duration.ofMinutes(5);

    private KafkaPlacement() {}

    /** The method and its endpoint. */
    static void check(Method method, MethodKafkaListenerEndpoint<?, ?> endpoint) {
        if (endpoint.getMainListenerId() != null
                || MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY).isPresent(RetryableTopic.class)
                || MergedAnnotations.from(method.getDeclaringClass(), SearchStrategy.TYPE_HIERARCHY)
                        .isPresent(RetryableTopic.class)) {
            throw new MisuseException(KafkaTexts.retried(method));
        }
        if (Arrays.asList(method.getParameterTypes()).contains(Acknowledgment.class)) {
            throw new MisuseException(KafkaTexts.acknowledging(method));
        }
        if (Arrays.asList(method.getParameterTypes()).contains(Consumer.class)) {
            throw new MisuseException(KafkaTexts.committing(method));
        }
    }

    /** Its consumers. */
    static void check(Method method, ConsumerFactory<?, ?> consumers, MethodKafkaListenerEndpoint<?, ?> endpoint) {
        Properties more = endpoint.getConsumerProperties();
        String autoCommit =
                setting(consumers.getConfigurationProperties(), more, ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG);
        if (Boolean.parseBoolean(autoCommit)) {
            throw new MisuseException(KafkaTexts.autoCommit(method));
        }
        if (more != null
                && "read_uncommitted".equalsIgnoreCase(more.getProperty(ConsumerConfig.ISOLATION_LEVEL_CONFIG))) {
            log.warn(KafkaTexts.uncommitted(method));
        }
    }

    /** Its container. */
    static void check(Method method, ConcurrentMessageListenerContainer<?, ?> container) {
        ContainerProperties properties = container.getContainerProperties();
        if (properties.getKafkaAwareTransactionManager() != null
                || new DirectFieldAccessor(properties).getPropertyValue("transactionManager")
                        != null) { // its getter will go
            throw new MisuseException(KafkaTexts.transacted(method));
        }
        Object listener = properties.getMessageListener();
        if (listener instanceof FilteringMessageListenerAdapter<?, ?>
                || listener instanceof FilteringBatchMessageListenerAdapter<?, ?>) {
            throw new MisuseException(KafkaTexts.filtered(method));
        }
    }

    /** How long its consumers may take between two polls before their group gives their partitions to others. */
    static Duration maxPollInterval(ConsumerFactory<?, ?> consumers, MethodKafkaListenerEndpoint<?, ?> endpoint) {
        String millis = setting(
                consumers.getConfigurationProperties(),
                endpoint.getConsumerProperties(),
                ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG);
        return millis == null ? DEFAULT_MAX_POLL_INTERVAL : Duration.ofMillis(Long.parseLong(millis));
    }

    private static @Nullable String setting(Map<String, Object> factory, @Nullable Properties own, String name) {
        String set = own == null ? null : own.getProperty(name);
        Object general = factory.get(name);
        return set != null || general == null ? set : general.toString();
    }
}
