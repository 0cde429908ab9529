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

    static String noSource() {
        return "A dead letter tells neither by onlyonce-source nor by x-death which queue it was read from; it stays. Move it by hand.";
    }

    private static String named(Method method) {
        return "The @Idempotent listener " + method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }
}
