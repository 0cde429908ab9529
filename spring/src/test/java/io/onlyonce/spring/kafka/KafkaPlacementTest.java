package io.onlyonce.spring.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.onlyonce.error.MisuseException;
import io.onlyonce.messaging.IdempotentConsumer;
import io.onlyonce.messaging.outbox.MessagePublisher;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.autoconfigure.OnlyOnceAmqpAutoConfiguration;
import io.onlyonce.spring.messaging.ListenerConsumers;
import io.onlyonce.spring.support.BusinessDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.boot.amqp.autoconfigure.RabbitAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.kafka.annotation.KafkaHandler;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.annotation.RetryableTopic;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.ProducerFactory;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.ContainerProperties.AckMode;
import org.springframework.kafka.support.Acknowledgment;
import org.springframework.kafka.transaction.KafkaTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Which listeners are protected, and which are refused at start-up because they could not be. No broker is there. */
class KafkaPlacementTest {
    private static BusinessDatabase database;

    @BeforeAll
    static void open() {
        database = BusinessDatabase.h2();
    }

    @AfterAll
    static void close() {
        database.close();
    }

    private static ConfigurableApplicationContext start(List<String> more, Class<?>... beans) {
        List<String> properties = new ArrayList<>(
                List.of("spring.kafka.listener.auto-startup=false", "spring.kafka.consumer.group-id=g"));
        properties.addAll(more);
        return KafkaApp.start(database.pool(), "127.0.0.1:1", properties, beans);
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
        @KafkaListener(id = "plain", topics = "t", concurrency = "3")
        public void on(String body) {}

        @KafkaListener(id = "bare", topics = "t")
        public void bare(String body) {}
    }

    @Test
    @DisplayName(
            "the container of an @Idempotent listener commits what it is told to, and that of another stays as it was")
    void protectedOnes() {
        try (ConfigurableApplicationContext app = start(List.of(), Plain.class)) {
            KafkaListenerEndpointRegistry registry = app.getBean(KafkaListenerEndpointRegistry.class);
            ContainerProperties plain = registry.getListenerContainer("plain").getContainerProperties();
            ContainerProperties bare = registry.getListenerContainer("bare").getContainerProperties();
            assertThat(plain.getAckMode()).isEqualTo(AckMode.MANUAL);
            assertThat(plain.getMessageListener()).isInstanceOf(IdempotentRecords.class);
            assertThat(bare.getAckMode()).isEqualTo(AckMode.BATCH);
            assertThat(bare.getMessageListener()).isNotInstanceOf(IdempotentRecords.class);
            assertThat(app.getBean(ListenerConsumers.class).all())
                    .extracting(IdempotentConsumer::name)
                    .containsExactly("Plain.on");
            assertThat(app.getBean(MessagePublisher.class)).isInstanceOf(KafkaPublisher.class);
        }
    }

    static class Answering {
        @Idempotent
        @KafkaListener(topics = "t")
        public String on(String body) {
            return body;
        }
    }

    @Test
    @DisplayName("a listener that returns an answer is refused")
    void answering() {
        assertRefused(Answering.class, "Answering.on", "returns a String");
    }

    static class Leased {
        @Idempotent(guarantee = Idempotent.Guarantee.LEASED)
        @KafkaListener(topics = "t")
        public void on(String body) {}
    }

    static class Elsewhere {
        @Idempotent
        @KafkaListener(topics = "t")
        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public void on(String body) {}
    }

    @Test
    @DisplayName("a listener that is leased, or whose writes would leave the message's transaction, is refused")
    void otherTransactions() {
        assertRefused(Leased.class, "Leased.on", "one transaction");
        assertRefused(Elsewhere.class, "Elsewhere.on", "REQUIRES_NEW");
    }

    static class Offsets {
        @Idempotent
        @KafkaListener(topics = "t")
        public void on(String body, Consumer<?, ?> consumer) {}
    }

    static class TwoGroups {
        @Idempotent
        @KafkaListener(topics = "t", groupId = "g1")
        @KafkaListener(
                topics = {"s", "t"},
                groupId = "g2")
        public void on(String body) {}
    }

    @Test
    @DisplayName("B-29 one consumer in two groups is refused: the second group's messages would count as done")
    void twoGroups() {
        assertRefused(TwoGroups.class, "TwoGroups.on", "\"t\"", "g1", "g2");
    }

    static class Acknowledging {
        @Idempotent
        @KafkaListener(topics = "t")
        public void on(String body, Acknowledgment acknowledgment) {}
    }

    @Test
    @DisplayName("a listener that could acknowledge by itself is refused, and so is a consumer that commits by itself")
    void acknowledging() {
        assertRefused(Acknowledging.class, "Acknowledging.on", "Acknowledgment");
        assertRefused(Offsets.class, "Offsets.on", "the Consumer");
        assertRefused(
                List.of("spring.kafka.consumer.enable-auto-commit=true"),
                List.of(Plain.class),
                "Plain.on",
                "enable.auto.commit");
        assertRefused(Committing.class, "Committing.on", "enable.auto.commit");
    }

    static class Committing {
        @Idempotent
        @KafkaListener(topics = "t", properties = "enable.auto.commit=true")
        public void on(String body) {}
    }

    static class Retried {
        @Idempotent
        @RetryableTopic
        @KafkaListener(topics = "t")
        public void on(String body) {}
    }

    @Test
    @DisplayName("retry topics of the same listener are refused")
    void retryTopics() {
        assertRefused(Retried.class, "Retried.on", "@RetryableTopic");
    }

    @KafkaListener(topics = "t")
    static class Several {
        @Idempotent
        @KafkaHandler
        public void on(String body) {}

        @KafkaHandler
        public void on(Integer body) {}
    }

    @Test
    @DisplayName("listeners among which the container chooses are refused")
    void several() {
        assertRefused(Several.class, "Several", "@KafkaHandler");
    }

    @Configuration(proxyBeanMethods = false)
    static class Managed {
        @Bean
        ConcurrentKafkaListenerContainerFactory<Object, Object> kafkaListenerContainerFactory(
                ConsumerFactory<Object, Object> consumers) {
            ProducerFactory<Object, Object> producers =
                    new DefaultKafkaProducerFactory<>(Map.of(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "p"));
            ConcurrentKafkaListenerContainerFactory<Object, Object> factory = factory(consumers);
            factory.getContainerProperties().setKafkaAwareTransactionManager(new KafkaTransactionManager<>(producers));
            return factory;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Spanned {
        @Bean
        @SuppressWarnings("removal") // as long as it can be set
        ConcurrentKafkaListenerContainerFactory<Object, Object> kafkaListenerContainerFactory(
                ConsumerFactory<Object, Object> consumers, PlatformTransactionManager manager) {
            ConcurrentKafkaListenerContainerFactory<Object, Object> factory = factory(consumers);
            factory.getContainerProperties().setTransactionManager(manager);
            return factory;
        }
    }

    @Test
    @DisplayName("a transaction manager of the container's is refused, Kafka's and the database's")
    void transacted() {
        assertRefused(List.of(), List.of(Plain.class, Managed.class), "Plain.on", "transaction manager");
        assertRefused(List.of(), List.of(Plain.class, Spanned.class), "Plain.on", "transaction manager");
    }

    @Configuration(proxyBeanMethods = false)
    static class Filtering {
        @Bean
        ConcurrentKafkaListenerContainerFactory<Object, Object> kafkaListenerContainerFactory(
                ConsumerFactory<Object, Object> consumers) {
            ConcurrentKafkaListenerContainerFactory<Object, Object> factory = factory(consumers);
            factory.setRecordFilterStrategy(message -> true);
            return factory;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Derived {
        @Bean
        ConcurrentKafkaListenerContainerFactory<Object, Object> kafkaListenerContainerFactory() {
            return factory(new DefaultKafkaConsumerFactory<>(Map.of()) {});
        }
    }

    @Test
    @DisplayName(
            "a filter in front of the listener is refused, and so are consumers of which nobody knows what they do")
    void factories() {
        assertRefused(List.of(), List.of(Plain.class, Filtering.class), "Plain.on", "filter");
        assertRefused(List.of(), List.of(Plain.class, Derived.class), "Plain.on", "DefaultKafkaConsumerFactory");
    }

    private static ConcurrentKafkaListenerContainerFactory<Object, Object> factory(
            ConsumerFactory<Object, Object> consumers) {
        ConcurrentKafkaListenerContainerFactory<Object, Object> factory =
                new ConcurrentKafkaListenerContainerFactory<>();
        factory.setConsumerFactory(consumers);
        return factory;
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({RabbitAutoConfiguration.class, OnlyOnceAmqpAutoConfiguration.class})
    static class Both {}

    @Test
    @DisplayName(
            "with both brokers the outbox's must be named, so that it does not change because a second one is used")
    void bothBrokers() {
        String confirms = "spring.rabbitmq.publisher-confirm-type=correlated";
        String returns = "spring.rabbitmq.publisher-returns=true";
        assertRefused(List.of(confirms, returns), List.of(Both.class), "onlyonce.messaging.outbox.broker");
        for (String broker : List.of("kafka", "rabbitmq")) {
            try (ConfigurableApplicationContext app =
                    start(List.of(confirms, returns, "onlyonce.messaging.outbox.broker=" + broker), Both.class)) {
                assertThat(app.getBean(ConnectionFactory.class)).isNotNull();
                assertThat(app.getBean(MessagePublisher.class).getClass().getSimpleName())
                        .isEqualTo(broker.equals("kafka") ? "KafkaPublisher" : "RabbitPublisher");
            }
        }
    }

    static class Whole {
        @Idempotent
        @KafkaListener(id = "whole", topics = "t", batch = "true")
        public void on(List<ConsumerRecord<String, byte[]>> messages) {}
    }

    @Test
    @DisplayName("a listener of batches is protected, too")
    void batch() {
        try (ConfigurableApplicationContext app = start(List.of(), Whole.class)) {
            assertThat(app.getBean(KafkaListenerEndpointRegistry.class)
                            .getListenerContainer("whole")
                            .getContainerProperties()
                            .getMessageListener())
                    .isInstanceOf(IdempotentRecords.class);
        }
    }
}
