package io.onlyonce.spring.kafka;

import io.onlyonce.error.MisuseException;
import io.onlyonce.messaging.IdempotentConsumer;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.kafka.IdempotentRecords.Container;
import io.onlyonce.spring.messaging.ListenerConsumers;
import io.onlyonce.spring.method.IdempotentMethods;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.config.KafkaListenerContainerFactory;
import org.springframework.kafka.config.MethodKafkaListenerEndpoint;
import org.springframework.kafka.config.MultiMethodKafkaListenerEndpoint;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.AcknowledgingConsumerAwareMessageListener;
import org.springframework.kafka.listener.BatchAcknowledgingConsumerAwareMessageListener;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.ContainerProperties.AckMode;

/**
 * Protects {@code @KafkaListener} methods that are {@link Idempotent}, whichever factory makes their container: the container commits only what it is told to, its consumer keeps
 * each record's bytes and sees no aborted transaction, and its records go through an {@link IdempotentConsumer}. Containers of other listeners stay as they
 * are. What could not be protected is an error at start-up.
 */
public final class IdempotentKafkaListeners implements BeanPostProcessor {
    private final ObjectProvider<ListenerConsumers>
            consumers; // asked for the first container: this is made before most beans
    private final ObjectProvider<KafkaDeliveries> deliveries;
    private final ObjectProvider<KafkaSources> sources;

    public IdempotentKafkaListeners(
            ObjectProvider<ListenerConsumers> consumers,
            ObjectProvider<KafkaDeliveries> deliveries,
            ObjectProvider<KafkaSources> sources) {
        this.consumers = consumers;
        this.deliveries = deliveries;
        this.sources = sources;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (!(bean instanceof KafkaListenerContainerFactory<?>)) {
            return bean;
        }
        ProxyFactory proxy = new ProxyFactory(bean);
        proxy.setProxyTargetClass(bean instanceof ConcurrentKafkaListenerContainerFactory<?, ?>); // others may be final
        proxy.addAdvice((MethodInterceptor) invocation -> {
            Object[] arguments = invocation.getArguments();
            return invocation.getMethod().getName().equals("createListenerContainer")
                            && arguments.length == 1
                            && arguments[0] instanceof MethodKafkaListenerEndpoint<?, ?> endpoint
                    ? made(bean, endpoint)
                    : invocation.proceed();
        });
        return proxy.getProxy(bean.getClass().getClassLoader());
    }

    private Object made(Object factory, MethodKafkaListenerEndpoint<?, ?> endpoint) {
        Class<?> type = AopUtils.getTargetClass(endpoint.getBean());
        if (endpoint instanceof MultiMethodKafkaListenerEndpoint<?, ?>
                && Arrays.stream(type.getMethods()).anyMatch(one -> IdempotentMethods.annotationOf(one) != null)) {
            throw new MisuseException(KafkaTexts.severalHandlers(type));
        }
        Method method = endpoint.getMethod();
        Method specific = method == null ? null : AopUtils.getMostSpecificMethod(method, type);
        Idempotent annotation = specific == null ? null : IdempotentMethods.annotationOf(specific);
        if (specific == null || annotation == null) {
            return ((KafkaListenerContainerFactory<?>) factory).createListenerContainer(endpoint);
        }
        if (!(factory instanceof ConcurrentKafkaListenerContainerFactory<?, ?> ours)) {
            throw new MisuseException(KafkaTexts.container(specific, factory.toString()));
        }
        KafkaPlacement.check(specific, endpoint);
        DefaultKafkaConsumerFactory<?, ?> clients = clients(specific, ours, endpoint);
        ConcurrentMessageListenerContainer<?, ?> container = withRawConsumers(ours, clients, endpoint);
        KafkaPlacement.check(specific, container);
        Duration longest = KafkaPlacement.maxPollInterval(clients, endpoint).dividedBy(2);
        IdempotentConsumer consumer = consumers.getObject().of(type, specific, annotation);
        sources.getObject().add(consumer.name(), container);
        protect(container, consumer, specific, longest);
        return container;
    }

    private static DefaultKafkaConsumerFactory<?, ?> clients(
            Method method,
            ConcurrentKafkaListenerContainerFactory<?, ?> factory,
            MethodKafkaListenerEndpoint<?, ?> endpoint) {
        ConsumerFactory<?, ?> theirs = factory.getConsumerFactory();
        if (theirs == null || !theirs.getClass().equals(DefaultKafkaConsumerFactory.class)) {
            throw new MisuseException(KafkaTexts.clients(method, String.valueOf(theirs)));
        }
        KafkaPlacement.check(method, theirs, endpoint);
        return (DefaultKafkaConsumerFactory<?, ?>) theirs;
    }

    /** A container takes its consumers from its factory when it is made, and only then. */
    @SuppressWarnings("unchecked") // they are its own
    private static <K, V> ConcurrentMessageListenerContainer<K, V> withRawConsumers(
            ConcurrentKafkaListenerContainerFactory<K, V> factory,
            DefaultKafkaConsumerFactory<?, ?> theirs,
            MethodKafkaListenerEndpoint<?, ?> endpoint) {
        synchronized (factory) {
            factory.setConsumerFactory((ConsumerFactory<K, V>) KafkaConfigs.raw(theirs));
            try {
                return factory.createListenerContainer(endpoint);
            } finally {
                factory.setConsumerFactory((ConsumerFactory<K, V>) theirs);
            }
        }
    }

    @SuppressWarnings("unchecked") // whatever its consumer decodes to
    private void protect(
            ConcurrentMessageListenerContainer<?, ?> made,
            IdempotentConsumer consumer,
            Method method,
            Duration longest) {
        ConcurrentMessageListenerContainer<Object, Object> container =
                (ConcurrentMessageListenerContainer<Object, Object>) made;
        Object listener =
                Objects.requireNonNull(container.getContainerProperties().getMessageListener());
        ListenerCall call = call(listener, container, method);
        KafkaDeliveries shared = deliveries.getObject();
        container.setupMessageListener(
                shared.of(consumer, call, new Container(listener, container::isRunning, longest)));
        container.setCommonErrorHandler(new SeekBack());
        ContainerProperties properties = container.getContainerProperties();
        properties.setAckMode(AckMode.MANUAL);
        properties.setAsyncAcks(false);
        // while it is paused a container looks at the clock only between two polls
        properties.setPollTimeout(
                Math.min(properties.getPollTimeout(), shared.shortestDelay().toMillis()));
    }

    @SuppressWarnings("unchecked") // as above
    private static ListenerCall call(
            Object listener, ConcurrentMessageListenerContainer<Object, Object> container, Method method) {
        if (listener instanceof BatchAcknowledgingConsumerAwareMessageListener<?, ?> batch) {
            return ListenerCall.batch((BatchAcknowledgingConsumerAwareMessageListener<Object, Object>) batch);
        }
        if (listener instanceof AcknowledgingConsumerAwareMessageListener<?, ?> single) {
            return ListenerCall.record(
                    (AcknowledgingConsumerAwareMessageListener<Object, Object>) single,
                    container.getRecordInterceptor());
        }
        throw new MisuseException(KafkaTexts.container(method, String.valueOf(listener)));
    }
}
