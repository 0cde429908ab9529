package io.onlyonce.shop.message;

import io.onlyonce.spring.OnlyOnceProperties;
import org.springframework.amqp.core.Binding;
import org.springframework.amqp.core.BindingBuilder;
import org.springframework.amqp.core.FanoutExchange;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.core.QueueBuilder;
import org.springframework.amqp.rabbit.config.ContainerCustomizer;
import org.springframework.amqp.rabbit.listener.SimpleMessageListenerContainer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;

/**
 * Exchange and queues of {@code order.paid}, declared whenever the shop comes to its broker. A queue that is there already, with other arguments, stays as it is. Whoever else
 * wants to hear of paid orders binds a queue of his own to the exchange.
 */
@Configuration(proxyBeanMethods = false)
@Profile("rabbitmq")
class RabbitPlaces {
    /** A message that kills its process each time is counted by nobody but its queue: after so many deliveries that takes it for dead. Kills of others must not get it there. */
    private static final int DELIVERIES = 100;

    private static final long RECOVERY = 1_000;

    @Bean
    FanoutExchange orderPaidExchange(MessageSettings settings) {
        return new FanoutExchange(settings.orderPaid());
    }

    @Bean
    Queue orderPaidQueue(MessageSettings settings, OnlyOnceProperties onlyOnce) {
        QueueBuilder queue = QueueBuilder.durable(settings.orderPaid());
        return declared(
                settings.quorum()
                        ? queue.quorum()
                                .deliveryLimit(DELIVERIES)
                                .deadLetterExchange("")
                                .deadLetterRoutingKey(graves(settings, onlyOnce))
                        : queue);
    }

    /** A re-drive that fails gives a letter back, and that must never count as its last delivery. */
    @Bean
    Queue orderPaidDeadLetters(MessageSettings settings, OnlyOnceProperties onlyOnce) {
        QueueBuilder queue = QueueBuilder.durable(graves(settings, onlyOnce));
        return declared(settings.quorum() ? queue.quorum().deliveryLimit(Integer.MAX_VALUE) : queue);
    }

    @Bean
    Binding orderPaidBinding(Queue orderPaidQueue, FanoutExchange orderPaidExchange) {
        return BindingBuilder.bind(orderPaidQueue).to(orderPaidExchange);
    }

    /** Back at the broker soon after that is back. */
    @Bean
    ContainerCustomizer<SimpleMessageListenerContainer> soonBack() {
        return container -> container.setRecoveryInterval(RECOVERY);
    }

    private static String graves(MessageSettings settings, OnlyOnceProperties onlyOnce) {
        return settings.orderPaid() + onlyOnce.messaging().deadLetterSuffix();
    }

    private static Queue declared(QueueBuilder builder) {
        Queue queue = builder.build();
        queue.setIgnoreDeclarationExceptions(true);
        return queue;
    }
}
