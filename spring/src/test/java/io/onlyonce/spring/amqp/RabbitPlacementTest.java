package io.onlyonce.spring.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.rabbitmq.client.Channel;
import io.onlyonce.error.MisuseException;
import io.onlyonce.messaging.IdempotentConsumer;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.messaging.ListenerConsumers;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.testkit.server.TestRabbit;
import io.onlyonce.testkit.server.TestServers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.AcknowledgeMode;
import org.springframework.amqp.rabbit.annotation.RabbitHandler;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.config.SimpleRabbitListenerContainerFactory;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.listener.AbstractMessageListenerContainer;
import org.springframework.amqp.rabbit.listener.RabbitListenerEndpointRegistry;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Which listeners are protected, and which are refused at start-up because they could not be. */
class RabbitPlacementTest {
    private static BusinessDatabase database;
    private static TestRabbit rabbit;

    @BeforeAll
    static void open() {
        database = BusinessDatabase.h2();
        rabbit = TestServers.rabbit();
    }

    @AfterAll
    static void close() {
        rabbit.close();
        database.close();
    }

    private static ConfigurableApplicationContext start(List<String> more, Class<?>... beans) {
        List<String> properties = new ArrayList<>(List.of(
                "spring.rabbitmq.listener.simple.auto-startup=false",
                "spring.rabbitmq.listener.direct.auto-startup=false"));
        properties.addAll(more);
        return AmqpApp.start(database.pool(), rabbit, properties, beans);
    }

    private static void assertRefused(Class<?> bean, String... texts) {
        assertRefused(List.of(), List.of(bean), texts);
    }

    private static void assertRefused(List<String> properties, List<Class<?>> beans, String... texts) {
        Throwable failure = catchThrowable(
                () -> start(properties, beans.toArray(Class<?>[]::new)).close());
        assertThat(failure).as("start-up failure").isNotNull();
        Throwable reason = NestedExceptionUtils.getMostSpecificCause(failure);
        assertThat(reason).isInstanceOf(MisuseException.class);
        assertThat(reason.getMessage()).contains(texts);
    }

    static class Plain {
        @Idempotent
        @RabbitListener(id = "plain", queues = "q")
        public void on(String body) {}

        @RabbitListener(id = "bare", queues = "q")
        public void bare(String body) {}
    }

    @Test
    @DisplayName(
            "the container of an @Idempotent listener acknowledges nothing by itself; that of another stays as it was; so with both kinds of containers")
    void protectedOnes() {
        for (String type : List.of("simple", "direct")) {
            try (ConfigurableApplicationContext app =
                    start(List.of("spring.rabbitmq.listener.type=" + type), Plain.class)) {
                RabbitListenerEndpointRegistry registry = app.getBean(RabbitListenerEndpointRegistry.class);
                assertThat(((AbstractMessageListenerContainer) registry.getListenerContainer("plain"))
                                .getAcknowledgeMode())
                        .isEqualTo(AcknowledgeMode.MANUAL);
                assertThat(((AbstractMessageListenerContainer) registry.getListenerContainer("bare"))
                                .getAcknowledgeMode())
                        .isEqualTo(AcknowledgeMode.AUTO);
                assertThat(app.getBean(ListenerConsumers.class).all())
                        .extracting(IdempotentConsumer::name)
                        .containsExactly("Plain.on");
            }
        }
    }

    static class Answering {
        @Idempotent
        @RabbitListener(queues = "q")
        public String on(String body) {
            return body;
        }
    }

    @Test
    @DisplayName("a listener that returns an answer is refused")
    void answering() {
        assertRefused(Answering.class, "Answering.on", "returns a String");
    }

    static class Acknowledging {
        @Idempotent
        @RabbitListener(queues = "q")
        public void on(String body, Channel channel) {}
    }

    @Test
    @DisplayName("a listener that could acknowledge by itself is refused")
    void acknowledging() {
        assertRefused(Acknowledging.class, "Acknowledging.on", "the Channel");
    }

    static class Leased {
        @Idempotent(guarantee = Idempotent.Guarantee.LEASED)
        @RabbitListener(queues = "q")
        public void on(String body) {}
    }

    static class Scoped {
        @Idempotent(scope = "'x'")
        @RabbitListener(queues = "q")
        public void on(String body) {}
    }

    @Test
    @DisplayName("a listener that is leased, scoped or locked is refused")
    void attributes() {
        assertRefused(Leased.class, "Leased.on", "one transaction");
        assertRefused(Scoped.class, "Scoped.on", "one transaction");
    }

    static class Elsewhere {
        @Idempotent
        @RabbitListener(queues = "q")
        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public void on(String body) {}
    }

    @Test
    @DisplayName("a listener whose writes would leave the message's transaction is refused")
    void elsewhere() {
        assertRefused(Elsewhere.class, "Elsewhere.on", "REQUIRES_NEW");
    }

    static class Unreadable {
        @Idempotent(key = "#payload[")
        @RabbitListener(queues = "q")
        public void on(String body) {}
    }

    static class LongName {
        @Idempotent(operation = "a name with blanks")
        @RabbitListener(queues = "q")
        public void on(String body) {}
    }

    @Test
    @DisplayName("a key that can't be read, and a name that can't be kept, are refused")
    void keyAndName() {
        assertRefused(Unreadable.class, "Unreadable.on", "#payload[");
        assertRefused(LongName.class, "a name with blanks");
    }

    static class Batch {
        @Idempotent
        @RabbitListener(queues = "q", batch = "true")
        public void on(List<String> bodies) {}
    }

    @RabbitListener(queues = "q")
    static class Several {
        @Idempotent
        @RabbitHandler
        public void on(String body) {}

        @RabbitHandler
        public void on(Integer body) {}
    }

    @Test
    @DisplayName("batches and listeners among which the container chooses are refused")
    void batches() {
        assertRefused(Batch.class, "Batch.on", "batches");
        assertRefused(Several.class, "Several", "@RabbitHandler");
    }

    @Test
    @DisplayName("a retry of the container's, inside the failed transaction, is refused")
    void retry() {
        assertRefused(
                List.of("spring.rabbitmq.listener.simple.retry.enabled=true"),
                List.of(Plain.class),
                "Plain.on",
                "retry");
    }

    @Configuration(proxyBeanMethods = false)
    static class Transacted {
        @Bean
        SimpleRabbitListenerContainerFactory rabbitListenerContainerFactory(ConnectionFactory connections) {
            SimpleRabbitListenerContainerFactory factory = new SimpleRabbitListenerContainerFactory();
            factory.setConnectionFactory(connections);
            factory.setChannelTransacted(true);
            return factory;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Managed {
        @Bean
        SimpleRabbitListenerContainerFactory rabbitListenerContainerFactory(
                ConnectionFactory connections, PlatformTransactionManager manager) {
            SimpleRabbitListenerContainerFactory factory = new SimpleRabbitListenerContainerFactory();
            factory.setConnectionFactory(connections);
            factory.setTransactionManager(manager);
            return factory;
        }
    }

    @Test
    @DisplayName("a transacted channel and a transaction manager of the container's are refused")
    void transacted() {
        assertRefused(List.of(), List.of(Plain.class, Transacted.class), "Plain.on", "transaction");
        assertRefused(List.of(), List.of(Plain.class, Managed.class), "Plain.on", "transaction");
    }

    @Test
    @DisplayName(
            "connections without publisher confirms are refused, because dead letters could get lost; without @Idempotent listeners they are not")
    void noConfirms() {
        assertRefused(
                List.of("spring.rabbitmq.publisher-confirm-type=none"), List.of(Plain.class), "publisher-confirm-type");
        start(List.of("spring.rabbitmq.publisher-confirm-type=none")).close();
    }
}
