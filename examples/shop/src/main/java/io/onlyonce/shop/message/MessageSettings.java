package io.onlyonce.shop.message;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The messages of the shop.
 *
 * @param orderPaid what the place of {@code order.paid} is called at the broker: exchange and queue, or topic
 * @param quorum whether RabbitMQ's queues are quorum queues; else classic ones, for a broker that has no others
 */
@ConfigurationProperties("shop.messages")
record MessageSettings(
        @DefaultValue("order.paid") String orderPaid,
        @DefaultValue("true") boolean quorum) {}
