package io.onlyonce.spring.autoconfigure;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import io.onlyonce.OnlyOnce;
import io.onlyonce.audit.AuditTrail;
import io.onlyonce.inbox.InboxStore;
import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.record.RecordMaintenance;
import io.onlyonce.record.RecordSearch;
import io.onlyonce.saga.Saga;
import io.onlyonce.spring.actuate.AuditMeters;
import io.onlyonce.spring.actuate.ClaimMeters;
import io.onlyonce.spring.actuate.DeadLettersEndpoint;
import io.onlyonce.spring.actuate.MessagingMeters;
import io.onlyonce.spring.actuate.Meters;
import io.onlyonce.spring.actuate.ObservedCalls;
import io.onlyonce.spring.actuate.OnlyOnceEndpoint;
import io.onlyonce.spring.actuate.SagaMeters;
import io.onlyonce.spring.actuate.SagasEndpoint;
import io.onlyonce.spring.actuate.StoreHealth;
import io.onlyonce.spring.desk.DeadLetterDesk;
import io.onlyonce.spring.desk.Desk;
import io.onlyonce.spring.desk.PurgeDesk;
import io.onlyonce.spring.desk.SagaDesk;
import io.onlyonce.transaction.TransactionRunner;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.function.SingletonSupplier;

/** Health, meters and endpoints, where the application has Spring Boot's health, Micrometer and Actuator. */
@AutoConfiguration(
        after = {
            OnlyOnceAutoConfiguration.class,
            OnlyOnceMessagingAutoConfiguration.class,
            OnlyOnceSagaAutoConfiguration.class
        })
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
        @ConditionalOnSingleCandidate(RecordSearch.class)
        @ConditionalOnMissingBean
        ClaimMeters onlyOnceClaimMeters(RecordSearch search) {
            return new ClaimMeters(search);
        }

        @Bean
        @ConditionalOnSingleCandidate(AuditTrail.class)
        @ConditionalOnMissingBean
        AuditMeters onlyOnceAuditMeters(AuditTrail trail) {
            return new AuditMeters(trail);
        }

        @Bean
        @ConditionalOnBean({Saga.class, InboxStore.class})
        @ConditionalOnMissingBean
        SagaMeters onlyOnceSagaMeters(
                ObjectProvider<Saga<?, ?>> sagas, InboxStore inbox, TransactionRunner transactions) {
            return new SagaMeters(sagas.orderedStream().toList(), inbox, transactions);
        }

        @Bean
        @ConditionalOnMissingBean
        MessagingMeters onlyOnceMessagingMeters() {
            return new MessagingMeters();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ObservationRegistry.class)
    static class Observations {
        @Bean
        @ConditionalOnMissingBean
        ObservedCalls onlyOnceObservedCalls(ObjectProvider<ObservationRegistry> registry) {
            return new ObservedCalls(SingletonSupplier.of(() -> registry.getIfUnique(() -> ObservationRegistry.NOOP)));
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

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
    static class Endpoints {
        @Bean
        @ConditionalOnAvailableEndpoint
        @ConditionalOnBean(Desk.class)
        @ConditionalOnMissingBean
        OnlyOnceEndpoint onlyOnceEndpoint(Desk desk, PurgeDesk purges, ObjectProvider<DeadLetterDesk> deadLetters) {
            return new OnlyOnceEndpoint(desk, purges, deadLetters::getIfAvailable);
        }

        @Bean
        @ConditionalOnAvailableEndpoint
        @ConditionalOnBean(DeadLetterDesk.class)
        @ConditionalOnMissingBean
        DeadLettersEndpoint onlyOnceDeadLettersEndpoint(DeadLetterDesk desk) {
            return new DeadLettersEndpoint(desk);
        }

        @Bean
        @ConditionalOnAvailableEndpoint
        @ConditionalOnBean(SagaDesk.class)
        @ConditionalOnMissingBean
        SagasEndpoint onlyOnceSagasEndpoint(SagaDesk desk) {
            return new SagasEndpoint(desk);
        }
    }
}
