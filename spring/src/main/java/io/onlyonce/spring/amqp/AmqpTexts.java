package io.onlyonce.spring.amqp;

import java.lang.reflect.Method;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The texts of this package's errors: each names the value, the rule and the remedy. */
final class AmqpTexts {
    private AmqpTexts() {}

    static String noConfirms() {
        return "The connection factory gives no correlated publisher confirms and returns, so nobody would know whether a message has arrived. Set"
                + " spring.rabbitmq.publisher-confirm-type=correlated and spring.rabbitmq.publisher-returns=true.";
    }

    static String returned(String reply, String exchange, String routingKey) {
        return "No queue would get it: the exchange \"" + exchange + "\" has none for the routing key \"" + routingKey
                + "\" (" + reply + "). Declare the queue, and bind it.";
    }

    static String notTaken(@Nullable String reason) {
        return "The broker has not taken it" + (reason == null ? ", perhaps because the queue is full" : ": " + reason)
                + ".";
    }

    static String unconfirmed(Duration waited) {
        return "The broker had not confirmed it after " + waited + ".";
    }

    static String tooLong(String what, String value) {
        return "Its " + what + " \"" + value.substring(0, Math.min(value.length(), 64))
                + "…\" has more than 255 bytes, which AMQP takes nowhere. Shorten it.";
    }

    static String headersTooLarge(long bytes, int most) {
        return "Its headers have " + bytes + " bytes; they must fit into one frame, so " + most
                + " are the most. Put it into the body.";
    }

    static String blocked(String reason) {
        return "The broker takes no messages at the moment (" + reason + ").";
    }

    static String acknowledging(Method method) {
        return named(method)
                + " takes the Channel, with which a message could be acknowledged before its commit. Take that parameter away; OnlyOnce acknowledges.";
    }

    static String refusedBack(String source, String cause) {
        return "A dead letter can't go back to the queue \"" + source + "\"; it stays: " + cause;
    }

    static String batch(Method method) {
        return named(method)
                + " takes messages in batches, and one failure would take the others with it. Let it take one message at a time: no batch listener, no"
                + " consumer batches.";
    }

    static String transacted(Method method) {
        return named(method)
                + " listens on a transacted channel or under a transaction manager of the container, so a message could be acknowledged before its commit, or its"
                + " failure be counted in what is rolled back. Take channelTransacted and transactionManager away from its container factory; OnlyOnce opens the"
                + " transaction.";
    }

    static String retried(Method method) {
        return named(method)
                + " is retried by an advice of its container factory, inside the transaction that has failed. Take the retry away"
                + " (spring.rabbitmq.listener.*.retry.enabled); OnlyOnce has the message delivered again.";
    }

    static String container(Method method, String container) {
        return named(method) + " is listened to by " + container
                + ", which takes no advice. Use a container of Spring AMQP's own.";
    }

    static String severalHandlers(Class<?> type) {
        return type.getName()
                + " has several @RabbitHandler methods, one of them @Idempotent. Which one a message is for is known only when it has been read. Put"
                + " @RabbitListener on each method, with a queue of its own.";
    }

    private static String named(Method method) {
        return "The @Idempotent listener " + method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }
}
