package io.onlyonce.spring.autoconfigure;

import io.micrometer.core.instrument.MeterRegistry;
import io.onlyonce.OnlyOnce;
import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.record.RecordMaintenance;
import io.onlyonce.spring.actuate.MessagingMeters;
import io.onlyonce.spring.actuate.Meters;
import io.onlyonce.spring.actuate.StoreHealth;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Health and meters, where the application has Spring Boot's health and Micrometer. */
@AutoConfiguration(after = OnlyOnceAutoConfiguration.class)
@ConditionalOnBean(OnlyOnce.class)
public class OnlyOnceActuatorAutoConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterRegistry.class)
    static class Metrics {
        @Bean
        @ConditionalOnMissingBean
        Meters onlyOnceMeters() {
            return new Meters();
        }

        @Bean
        @ConditionalOnMissingBean
        MessagingMeters onlyOnceMessagingMeters() {
            return new MessagingMeters();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HealthIndicator.class)
    static class Stores {
        @Bean
        @ConditionalOnMissingBean(name = "onlyOnceHealthIndicator")
        StoreHealth onlyOnceHealthIndicator(
                ObjectProvider<RecordMaintenance> records, ObjectProvider<LeasedRecordStore> leased) {
            return new StoreHealth(
                    records.orderedStream().toList(), leased.orderedStream().toList());
        }
    }
}
