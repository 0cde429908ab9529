package io.onlyonce.spring.kafka;

import java.lang.reflect.Method;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedExceptionUtils;

/** The texts of this package's errors: each names the value, the rule and the remedy. */
final class KafkaTexts {
    private KafkaTexts() {}

    static String noTopic(String topic) {
        return "There is no topic \"" + topic + "\", and the broker makes none by itself. Create it.";
    }

    static String unconfirmed(Duration waited) {
        return "The broker had not confirmed it after " + waited + ".";
    }

    /** Tells the root of the failure only: what wraps it may quote the bytes. */
    static String undecodable(boolean isKey, Throwable failure) {
        return "Its " + (isKey ? "key" : "value") + " cannot be decoded by the listener's deserializer ("
                + NestedExceptionUtils.getMostSpecificCause(failure)
                + "). Correct the publisher or the deserializer, and re-drive it.";
    }

    static String notRaw(String topic) {
        return "A record of " + topic
                + " came to its @Idempotent listener without the headers that it was read with, so its bytes are not known. Let interceptors keep a record's headers.";
    }

    static String autoCommit(Method method) {
        return named(method)
                + " has a consumer with enable.auto.commit=true, so a message could be committed before its transaction. Take that setting away; the container commits"
                + " after the transaction.";
    }

    static String uncommitted(Method method) {
        return named(method)
                + " says isolation.level=read_uncommitted: it acts on messages of transactions that their publisher aborts. Take that property away, unless this is"
                + " meant.";
    }

    static String transacted(Method method) {
        return named(method)
                + " is called inside a transaction of its container, so its failure would be counted in what is rolled back, or its offset be committed without it. Take the"
                + " transaction manager away from its container factory; OnlyOnce opens the database's transaction.";
    }

    static String retried(Method method) {
        return named(method)
                + " has retry topics, which tell the listener's failures by other means and publish its messages again. Take @RetryableTopic away; OnlyOnce has the message"
                + " delivered again, counts its tries and sends it to the dead letters.";
    }

    static String acknowledging(Method method) {
        return named(method)
                + " takes an Acknowledgment, with which a message could be acknowledged before its commit. Take that parameter away; OnlyOnce acknowledges.";
    }

    static String filtered(Method method) {
        return named(method)
                + " is behind a record filter, and a message that is filtered would count as done. Take the filter away, and let the listener throw a NothingToDoException.";
    }

    static String container(Method method, String container) {
        return named(method) + " is listened to by " + container
                + ", which commits in ways of its own. Use a ConcurrentKafkaListenerContainerFactory.";
    }

    static String clients(Method method, String clients) {
        return named(method) + " has its consumers from " + clients
                + ", so nobody knows what they do. Use a DefaultKafkaConsumerFactory itself, no class derived from it.";
    }

    static String severalHandlers(Class<?> type) {
        return type.getName()
                + " has several @KafkaHandler methods, one of them @Idempotent. Which one a message is for is known only when it has been read. Put"
                + " @KafkaListener on each method, with a topic of its own.";
    }

    static String committing(Method method) {
        return named(method)
                + " takes the Consumer, with which offsets could be committed before the transaction. Take that parameter away; OnlyOnce commits.";
    }

    static String twoGroups(String consumer, String topic, String first, String second) {
        return "The consumer \"" + consumer + "\" reads the topic \"" + topic + "\" in two groups, \"" + first
                + "\" and \"" + second
                + "\", so each message would count as done for the second one when the first has done it. Give each group a listener method of its own, or an"
                + " operation name of its own.";
    }

    static String stub(String position, @Nullable String cause) {
        return "The topic of dead letters takes no message of this one's size; it is at " + position + ". " + cause;
    }

    static String refusedBack(String source, String cause) {
        return "A dead letter can't go back to the topic \"" + source + "\"; it was put behind the others: " + cause;
    }

    static String stalled(String topic, Duration waited) {
        return "Nothing could be read from " + topic + " for " + waited
                + ", though there is more. Look at the broker, and repeat it.";
    }

    private static String named(Method method) {
        return "The @Idempotent listener " + method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }
}
