package io.onlyonce.spring.autoconfigure;

import io.onlyonce.OnlyOnce;
import io.onlyonce.inbox.InboxStore;
import io.onlyonce.inbox.InboxWorker.Terms;
import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.saga.Completer;
import io.onlyonce.saga.Participant;
import io.onlyonce.saga.Saga;
import io.onlyonce.saga.Sagas;
import io.onlyonce.spring.OnlyOnceProperties;
import io.onlyonce.spring.desk.Deeds;
import io.onlyonce.spring.desk.SagaDesk;
import io.onlyonce.transaction.TransactionRunner;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Sagas whose home is the application's database, that database as one of their participants, and the completer of the sagas that are beans. */
@AutoConfiguration(after = {OnlyOnceAutoConfiguration.class, OnlyOnceRedisAutoConfiguration.class})
@ConditionalOnBean({LeasedRecordStore.class, InboxStore.class})
public class OnlyOnceSagaAutoConfiguration {
    private static final int BATCH = 100;

    @Bean
    @ConditionalOnMissingBean
    Sagas onlyOnceSagas(
            @Qualifier("leasedOnlyOnce") OnlyOnce leased, InboxStore inbox, TransactionRunner transactions) {
        return new Sagas(leased, inbox, transactions);
    }

    @Bean
    @ConditionalOnMissingBean(name = "onlyOnceParticipant")
    Participant onlyOnceParticipant(@Qualifier("onlyOnce") OnlyOnce onlyOnce, TransactionRunner transactions) {
        return new Participant("the application's database", onlyOnce, transactions);
    }

    @Bean
    @ConditionalOnBean(Saga.class)
    @ConditionalOnMissingBean
    Completer onlyOnceCompleter(Sagas sagas, ObjectProvider<Saga<?, ?>> known, OnlyOnceProperties properties) {
        OnlyOnceProperties.Sagas settings = properties.sagas();
        return new Completer(
                sagas,
                new Terms(settings.maxTries(), settings.firstDelay(), settings.longestDelay(), BATCH),
                known.orderedStream().toArray(Saga<?, ?>[]::new));
    }

    @Bean
    @ConditionalOnBean(Completer.class)
    @ConditionalOnMissingBean
    SagaDesk onlyOnceSagaDesk(Completer completer, Deeds deeds) {
        return new SagaDesk(completer, deeds);
    }

    @Bean
    @ConditionalOnBean(Completer.class)
    SagaSchedule onlyOnceSagaSchedule(Completer completer, OnlyOnceProperties properties) {
        return new SagaSchedule(completer, properties.sagas().completeEvery());
    }
}
