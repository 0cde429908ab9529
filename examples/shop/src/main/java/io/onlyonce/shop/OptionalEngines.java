package io.onlyonce.shop;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.Profiles;

/**
 * What the shop uses only if it is told where that is: {@code spring.data.redis.url}, or {@code spring.rabbitmq.host} or {@code .addresses}, or {@code
 * spring.kafka.bootstrap-servers}, wherever it is set, switches on the profile {@code redis}, {@code rabbitmq} or {@code kafka}, with what belongs to it; so does the profile itself.
 * Of the others nothing is started, and their health is nobody's business. Whatever is set otherwise goes before.
 */
class OptionalEngines implements EnvironmentPostProcessor, Ordered {
    private static final String BOOT = "org.springframework.boot.";

    /**
     * One of them.
     *
     * @param signs the properties that tell where it is
     * @param with what is set with it
     * @param without the auto-configurations that are left out without it
     */
    private record Engine(String profile, List<String> signs, Map<String, Object> with, List<String> without) {
        boolean isTold(ConfigurableEnvironment environment) {
            Binder binder = Binder.get(environment);
            return signs.stream()
                    .anyMatch(sign ->
                            binder.bind(sign, Bindable.listOf(String.class)).isBound());
        }
    }

    private static final Engine REDIS = new Engine(
            "redis",
            List.of("spring.data.redis.url"),
            Map.of("onlyonce.token-store", "redis", "onlyonce.leased-store", "redis"),
            List.of(
                    BOOT + "data.redis.autoconfigure.DataRedisAutoConfiguration",
                    BOOT + "data.redis.autoconfigure.DataRedisReactiveAutoConfiguration"));

    /** The shop serves without its broker; the messages wait in the outbox. So the broker's health is not the shop's. */
    private static final Engine RABBITMQ = new Engine(
            "rabbitmq",
            List.of("spring.rabbitmq.host", "spring.rabbitmq.addresses"),
            Map.of(
                    "spring.rabbitmq.publisher-confirm-type", "correlated",
                    "spring.rabbitmq.publisher-returns", "true",
                    "management.health.rabbit.enabled", "false"),
            List.of(BOOT + "amqp.autoconfigure.RabbitAutoConfiguration"));

    /** Its topics are made later than at the start, which must not wait for it. A topic is read from its beginning by who comes to it first. */
    private static final Engine KAFKA = new Engine(
            "kafka",
            List.of("spring.kafka.bootstrap-servers"),
            Map.of(
                    "spring.kafka.admin.auto-create", "false",
                    "spring.kafka.consumer.auto-offset-reset", "earliest",
                    "spring.kafka.consumer.value-deserializer",
                            "org.apache.kafka.common.serialization.ByteArrayDeserializer"),
            List.of(BOOT + "kafka.autoconfigure.KafkaAutoConfiguration"));

    private static final List<Engine> ALL = List.of(REDIS, RABBITMQ, KAFKA);

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        ALL.stream()
                .filter(engine -> engine.isTold(environment))
                .forEach(engine -> environment.addActiveProfile(engine.profile()));
        if (isOn(RABBITMQ, environment) && isOn(KAFKA, environment)) {
            throw new IllegalStateException(
                    "Both RabbitMQ and Kafka are set, and the shop's messages go one way. Take spring.rabbitmq.* or spring.kafka.* away.");
        }
        Map<String, Object> settings = new LinkedHashMap<>();
        List<String> without = new ArrayList<>();
        for (Engine engine : ALL) {
            if (isOn(engine, environment)) {
                settings.putAll(engine.with());
            } else {
                without.addAll(engine.without());
            }
        }
        settings.put("spring.autoconfigure.exclude", String.join(",", without));
        environment.getPropertySources().addLast(new MapPropertySource("engines", settings));
    }

    private static boolean isOn(Engine engine, ConfigurableEnvironment environment) {
        return environment.acceptsProfiles(Profiles.of(engine.profile()));
    }

    /** After the configuration files have been read. */
    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }
}
