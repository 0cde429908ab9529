package io.onlyonce.shop.message;

import io.onlyonce.spring.OnlyOnceProperties;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.kafka.config.TopicBuilder;
import org.springframework.kafka.core.KafkaAdmin;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Topics of {@code order.paid}, made if they are not there, as soon as the broker is. */
@Configuration(proxyBeanMethods = false)
@Profile("kafka")
class KafkaPlaces {
    /** As many consumers can share the work. */
    private static final int PARTITIONS = 4;

    @Bean
    NewTopic orderPaidTopic(MessageSettings settings) {
        return TopicBuilder.name(settings.orderPaid()).partitions(PARTITIONS).build();
    }

    @Bean
    NewTopic orderPaidDeadLetters(MessageSettings settings, OnlyOnceProperties onlyOnce) {
        return TopicBuilder.name(settings.orderPaid() + onlyOnce.messaging().deadLetterSuffix())
                .partitions(1)
                .config(TopicConfig.RETENTION_MS_CONFIG, "-1") // until somebody has looked at them
                .build();
    }

    /** Beside the start, which must not wait for a broker that is away. */
    @Component
    @Profile("kafka")
    static class Maker {
        private final KafkaAdmin admin;
        private final AtomicBoolean made = new AtomicBoolean();

        Maker(KafkaAdmin admin) {
            this.admin = admin;
        }

        @Scheduled(fixedDelayString = "PT1S")
        void make() {
            if (!made.get()) {
                made.set(admin.initialize());
            }
        }
    }
}
