package io.onlyonce.spring.autoconfigure;

import io.onlyonce.error.MisuseException;
import io.onlyonce.messaging.outbox.MessagePublisher;
import io.onlyonce.messaging.outbox.Outbox;
import io.onlyonce.spring.OnlyOnceProperties;
import io.onlyonce.spring.SpringTexts;
import io.onlyonce.spring.kafka.IdempotentKafkaListeners;
import io.onlyonce.spring.kafka.KafkaDeliveries;
import io.onlyonce.spring.kafka.KafkaPublisher;
import io.onlyonce.spring.kafka.KafkaSources;
import io.onlyonce.spring.messaging.ListenerConsumers;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.core.ProducerFactory;

/** Listeners and the outbox on Kafka, where the application has Spring Kafka. */
@AutoConfiguration(
        before = OnlyOnceMessagingAutoConfiguration.class,
        after = {OnlyOnceAutoConfiguration.class, OnlyOnceAmqpAutoConfiguration.class},
        afterName = "org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration")
@ConditionalOnClass({KafkaTemplate.class, Outbox.class})
@ConditionalOnProperty(name = "onlyonce.enabled", matchIfMissing = true)
@ConditionalOnSingleCandidate(ProducerFactory.class)
public class OnlyOnceKafkaAutoConfiguration {

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static IdempotentKafkaListeners onlyOnceIdempotentKafkaListeners(
            ObjectProvider<ListenerConsumers> consumers,
            ObjectProvider<KafkaDeliveries> deliveries,
            ObjectProvider<KafkaSources> sources) {
        return new IdempotentKafkaListeners(consumers, deliveries, sources);
    }

    @Bean
    KafkaSources onlyOnceKafkaSources(ObjectProvider<KafkaDeliveries> deliveries) {
        return new KafkaSources(deliveries);
    }

    /** Lazy: an application without {@code @Idempotent} listeners needs none. */
    @Bean
    @Lazy
    KafkaDeliveries onlyOnceKafkaDeliveries(ProducerFactory<?, ?> producers, OnlyOnceProperties properties) {
        return new KafkaDeliveries(producers, properties.messaging());
    }

    @Bean
    @ConditionalOnProperty(name = "onlyonce.messaging.outbox.broker", havingValue = "kafka", matchIfMissing = true)
    @ConditionalOnMissingBean(MessagePublisher.class)
    KafkaPublisher onlyOnceKafkaPublisher(ProducerFactory<?, ?> producers, OnlyOnceProperties properties) {
        return new KafkaPublisher(producers, properties.messaging().confirmPatience());
    }

    /** An outbox must not change its broker because an application begins to use another one. */
    @Bean
    @ConditionalOnBean(type = "io.onlyonce.spring.amqp.RabbitPublisher")
    InitializingBean onlyOnceOutboxBroker(OnlyOnceProperties properties) {
        return () -> {
            if (properties.messaging().outbox().broker() == null) {
                throw new MisuseException(SpringTexts.twoBrokers());
            }
        };
    }
}
