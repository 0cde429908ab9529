package io.onlyonce.spring.messaging;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.List;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/** Which methods get their calls from a broker's listener container, which protects them; a proxy would come too late. */
public final class Listeners {
    private static final String RABBIT = "org.springframework.amqp.rabbit.annotation.";
    private static final String KAFKA = "org.springframework.kafka.annotation.";

    /** On the method itself, under names, because none of these libraries need be there. */
    private static final List<String> ANNOTATIONS = List.of(
            RABBIT + "RabbitListener", RABBIT + "RabbitHandler", KAFKA + "KafkaListener", KAFKA + "KafkaHandler");

    private Listeners() {}

    /** Whether the method is a listener. */
    public static boolean isListener(Method method) {
        return ANNOTATIONS.stream().anyMatch(annotation -> isPresent(method, annotation));
    }

    /** The name of the bean that protects a listener. */
    public static String protector(Method method) {
        boolean kafka = isPresent(method, KAFKA + "KafkaListener") || isPresent(method, KAFKA + "KafkaHandler");
        return kafka ? "onlyOnceIdempotentKafkaListeners" : "onlyOnceIdempotentListeners";
    }

    /** Whether the method is one of several among which the container chooses by what the message holds; it can't be told which before it is read. */
    public static boolean isOneOfSeveral(Method method) {
        return isPresent(method, RABBIT + "RabbitHandler") || isPresent(method, KAFKA + "KafkaHandler");
    }

    private static boolean isPresent(AnnotatedElement element, String annotation) {
        return MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY).isPresent(annotation);
    }
}
