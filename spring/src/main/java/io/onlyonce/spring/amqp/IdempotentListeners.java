package io.onlyonce.spring.amqp;

import com.rabbitmq.client.Channel;
import io.onlyonce.error.MisuseException;
import io.onlyonce.messaging.IdempotentConsumer;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.messaging.ListenerConsumers;
import io.onlyonce.spring.method.IdempotentMethods;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.aopalliance.aop.Advice;
import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.core.AcknowledgeMode;
import org.springframework.amqp.rabbit.config.BaseRabbitListenerContainerFactory;
import org.springframework.amqp.rabbit.config.StatefulRetryOperationsInterceptor;
import org.springframework.amqp.rabbit.config.StatelessRetryOperationsInterceptor;
import org.springframework.amqp.rabbit.listener.AbstractMessageListenerContainer;
import org.springframework.amqp.rabbit.listener.MethodRabbitListenerEndpoint;
import org.springframework.amqp.rabbit.listener.MultiMethodRabbitListenerEndpoint;
import org.springframework.amqp.rabbit.listener.RabbitListenerContainerFactory;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.DirectFieldAccessor;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Protects {@code @RabbitListener} methods that are {@link Idempotent}, whichever factory makes their container: the container stops acknowledging by itself, and its call of the
 * listener goes through an {@link IdempotentConsumer}. Containers of other listeners stay as they are. What could not be protected is an error at start-up.
 */
public final class IdempotentListeners implements BeanPostProcessor {
    private final ObjectProvider<ListenerConsumers>
            consumers; // asked for the first container: this is made before most beans
    private final ObjectProvider<RabbitDeliveries> deliveries;
    private final ObjectProvider<RabbitSources> sources;

    public IdempotentListeners(
            ObjectProvider<ListenerConsumers> consumers,
            ObjectProvider<RabbitDeliveries> deliveries,
            ObjectProvider<RabbitSources> sources) {
        this.consumers = consumers;
        this.deliveries = deliveries;
        this.sources = sources;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (!(bean instanceof RabbitListenerContainerFactory<?>)) {
            return bean;
        }
        ProxyFactory proxy = new ProxyFactory(bean);
        proxy.setProxyTargetClass(bean instanceof BaseRabbitListenerContainerFactory<?>); // others may be final
        proxy.addAdvice((MethodInterceptor) invocation -> {
            Object made = invocation.proceed();
            Object[] arguments = invocation.getArguments();
            if (invocation.getMethod().getName().equals("createListenerContainer")
                    && arguments.length == 1
                    && arguments[0] instanceof MethodRabbitListenerEndpoint endpoint) {
                protect(made, endpoint, adviceOf(bean));
            }
            return made;
        });
        return proxy.getProxy(bean.getClass().getClassLoader());
    }

    private static List<Advice> adviceOf(Object factory) {
        Advice[] chain = factory instanceof BaseRabbitListenerContainerFactory<?> base ? base.getAdviceChain() : null;
        return chain == null ? List.of() : List.of(chain);
    }

    private void protect(@Nullable Object container, MethodRabbitListenerEndpoint endpoint, List<Advice> inside) {
        Class<?> type = AopUtils.getTargetClass(endpoint.getBean());
        if (endpoint instanceof MultiMethodRabbitListenerEndpoint) {
            if (Arrays.stream(type.getMethods()).anyMatch(method -> IdempotentMethods.annotationOf(method) != null)) {
                throw new MisuseException(AmqpTexts.severalHandlers(type));
            }
            return;
        }
        Method method = endpoint.getMethod();
        Method specific = method == null ? null : AopUtils.getMostSpecificMethod(method, type);
        Idempotent annotation = specific == null ? null : IdempotentMethods.annotationOf(specific);
        if (specific == null || annotation == null) {
            return;
        }
        if (!(container instanceof AbstractMessageListenerContainer ours)) {
            throw new MisuseException(AmqpTexts.container(specific, String.valueOf(container)));
        }
        check(ours, endpoint, specific, inside);
        IdempotentConsumer consumer = consumers.getObject().of(type, specific, annotation);
        sources.getObject().add(consumer.name(), ours);
        List<Advice> chain = new ArrayList<>();
        chain.add(deliveries.getObject().of(consumer, ours::isRunning));
        chain.addAll(inside);
        ours.setAdviceChain(chain.toArray(Advice[]::new));
        ours.setAcknowledgeMode(AcknowledgeMode.MANUAL);
        ours.setDeBatchingEnabled(false);
    }

    private static void check(
            AbstractMessageListenerContainer container,
            MethodRabbitListenerEndpoint endpoint,
            Method method,
            List<Advice> inside) {
        if (Arrays.asList(method.getParameterTypes()).contains(Channel.class)) {
            throw new MisuseException(AmqpTexts.acknowledging(method));
        }
        if (Boolean.TRUE.equals(endpoint.getBatchListener()) || container.isConsumerBatchEnabled()) {
            throw new MisuseException(AmqpTexts.batch(method));
        }
        // the container does not tell its transaction manager otherwise
        if (container.isChannelTransacted()
                || new DirectFieldAccessor(container).getPropertyValue("transactionManager") != null) {
            throw new MisuseException(AmqpTexts.transacted(method));
        }
        if (inside.stream()
                .anyMatch(advice -> advice instanceof StatelessRetryOperationsInterceptor
                        || advice instanceof StatefulRetryOperationsInterceptor)) {
            throw new MisuseException(AmqpTexts.retried(method));
        }
    }
}
