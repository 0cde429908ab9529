package io.onlyonce.spring.autoconfigure;

import io.onlyonce.OnlyOnce;
import io.onlyonce.inbox.InboxStore;
import io.onlyonce.messaging.BackOff;
import io.onlyonce.messaging.ConsumerEvents;
import io.onlyonce.messaging.IdempotentConsumer.Stores;
import io.onlyonce.messaging.outbox.MessagePublisher;
import io.onlyonce.messaging.outbox.Outbox;
import io.onlyonce.messaging.outbox.OutboxEvents;
import io.onlyonce.messaging.outbox.OutboxRelay;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.RefusedRecords;
import io.onlyonce.record.TransactionalRecordStore;
import io.onlyonce.spring.OnlyOnceProperties;
import io.onlyonce.spring.OperationSettings;
import io.onlyonce.spring.desk.DeadLetterDesk;
import io.onlyonce.spring.desk.Deeds;
import io.onlyonce.spring.messaging.BrokerDeadLetters;
import io.onlyonce.spring.messaging.ListenerConsumers;
import io.onlyonce.spring.messaging.Redrives;
import io.onlyonce.spring.purge.Purger;
import io.onlyonce.spring.transaction.SpringTransactions;
import io.onlyonce.transaction.TransactionRunner;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/** Consumers and the outbox, whatever the broker; their stores are in the application's database. */
@AutoConfiguration(after = OnlyOnceAutoConfiguration.class)
@ConditionalOnClass(Outbox.class)
@ConditionalOnBean({TransactionalRecordStore.class, TransactionRunner.class})
public class OnlyOnceMessagingAutoConfiguration {
    /** The outbox of an application that doesn't define its own. */
    private static final String OUTBOX = "messages";

    /** Without a cache in front of the records: messages are seldom repeated, and a re-driven one must not be answered from before. */
    @Bean
    @ConditionalOnBean(InboxStore.class)
    ListenerConsumers onlyOnceListenerConsumers(
            TransactionalRecordStore records,
            TransactionRunner transactions,
            InboxStore inbox,
            ObjectProvider<Probe> probes,
            OnlyOnceProperties properties,
            OperationSettings operations,
            ObjectProvider<ConsumerEvents> listeners) {
        OnlyOnce onlyOnce = OnlyOnce.transactional(records, transactions, OnlyOnceAutoConfiguration.all(probes));
        return new ListenerConsumers(
                new Stores(onlyOnce, transactions, inbox),
                properties.messaging(),
                operations,
                listeners.orderedStream().toList());
    }

    @Bean
    @ConditionalOnBean({ListenerConsumers.class, RefusedRecords.class})
    Redrives onlyOnceRedrives(
            ListenerConsumers consumers, RefusedRecords records, ObjectProvider<BrokerDeadLetters> brokers) {
        return new Redrives(consumers, records, brokers.orderedStream().toList());
    }

    @Bean
    @ConditionalOnBean(Redrives.class)
    DeadLetterDesk onlyOnceDeadLetterDesk(Redrives redrives, Deeds deeds) {
        return new DeadLetterDesk(redrives, deeds);
    }

    /** Counts of failures lie in the inbox. */
    @Bean
    @ConditionalOnBean(ListenerConsumers.class)
    Purger.Store onlyOnceOldFailures(ListenerConsumers consumers, InboxStore inbox) {
        return Purger.Store.of(inbox, consumers::forgetOldFailures);
    }

    @Bean
    @ConditionalOnBean(InboxStore.class)
    @ConditionalOnMissingBean
    Outbox onlyOnceOutbox(InboxStore inbox) {
        return new Outbox(OUTBOX, inbox);
    }

    @Bean
    @ConditionalOnBean(Outbox.class)
    @ConditionalOnSingleCandidate(MessagePublisher.class)
    @ConditionalOnMissingBean
    OutboxRelay onlyOnceOutboxRelay(
            Outbox outbox,
            TransactionRunner transactions,
            MessagePublisher publisher,
            OnlyOnceProperties properties,
            ObjectProvider<OutboxEvents> listeners) {
        OnlyOnceProperties.Outbox settings = properties.messaging().outbox();
        List<OutboxEvents> all = listeners.orderedStream().toList();
        return new OutboxRelay(
                outbox,
                transactions instanceof SpringTransactions spring ? spring.readCommitted() : transactions,
                publisher,
                new OutboxRelay.Terms(
                        settings.batchSize(),
                        settings.maxTries(),
                        new BackOff(settings.retryAfter(), settings.greatestDelay())),
                (name, run) -> all.forEach(one -> one.relayed(name, run)));
    }

    @Bean
    @ConditionalOnBean(ListenerConsumers.class)
    MessagingSchedule onlyOnceMessagingSchedule(
            ObjectProvider<OutboxRelay> relays,
            ObjectProvider<Outbox> outboxes,
            TransactionRunner transactions,
            OnlyOnceProperties properties) {
        List<OutboxRelay> all = relays.orderedStream().toList();
        return new MessagingSchedule(
                all,
                all.isEmpty()
                        ? outboxes.orderedStream()
                                .map(one -> new Unrelayed(one, transactions))
                                .toList()
                        : List.of(),
                properties.messaging().outbox());
    }
}
