package io.onlyonce.spring.autoconfigure;

import io.onlyonce.messaging.outbox.MessagePublisher;
import io.onlyonce.messaging.outbox.Outbox;
import io.onlyonce.spring.OnlyOnceProperties;
import io.onlyonce.spring.amqp.IdempotentListeners;
import io.onlyonce.spring.amqp.RabbitDeliveries;
import io.onlyonce.spring.amqp.RabbitPublisher;
import io.onlyonce.spring.amqp.RabbitSources;
import io.onlyonce.spring.messaging.ListenerConsumers;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;

/** Listeners and the outbox on RabbitMQ, where the application has Spring AMQP. */
@AutoConfiguration(
        before = OnlyOnceMessagingAutoConfiguration.class,
        after = OnlyOnceAutoConfiguration.class,
        afterName = "org.springframework.boot.amqp.autoconfigure.RabbitAutoConfiguration")
@ConditionalOnClass({RabbitTemplate.class, Outbox.class})
@ConditionalOnProperty(name = "onlyonce.enabled", matchIfMissing = true)
@ConditionalOnSingleCandidate(ConnectionFactory.class)
public class OnlyOnceAmqpAutoConfiguration {

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static IdempotentListeners onlyOnceIdempotentListeners(
            ObjectProvider<ListenerConsumers> consumers,
            ObjectProvider<RabbitDeliveries> deliveries,
            ObjectProvider<RabbitSources> sources) {
        return new IdempotentListeners(consumers, deliveries, sources);
    }

    @Bean
    RabbitSources onlyOnceRabbitSources(ObjectProvider<RabbitDeliveries> deliveries) {
        return new RabbitSources(deliveries);
    }

    /** Lazy: an application without {@code @Idempotent} listeners need not have confirms. */
    @Bean
    @Lazy
    RabbitDeliveries onlyOnceRabbitDeliveries(ConnectionFactory connections, OnlyOnceProperties properties) {
        return new RabbitDeliveries(connections, properties.messaging());
    }

    /** Where the connections give confirms; the outbox of an application without them has no relay unless it defines one. */
    @Bean
    @ConditionalOnProperty(name = "spring.rabbitmq.publisher-confirm-type", havingValue = "correlated")
    @ConditionalOnProperty(name = "onlyonce.messaging.outbox.broker", havingValue = "rabbitmq", matchIfMissing = true)
    @ConditionalOnMissingBean(MessagePublisher.class)
    RabbitPublisher onlyOncePublisher(ConnectionFactory connections, OnlyOnceProperties properties) {
        return new RabbitPublisher(connections, properties.messaging().confirmPatience());
    }
}
