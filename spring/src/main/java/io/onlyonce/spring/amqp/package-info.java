/** Spring AMQP: listeners that take effect once, the outbox's way to RabbitMQ, dead letters and their way back. */
@NullMarked
package io.onlyonce.spring.amqp;

import org.jspecify.annotations.NullMarked;
