package io.onlyonce.spring.autoconfigure;

import io.onlyonce.OnlyOnce;
import io.onlyonce.Steps;
import io.onlyonce.audit.AuditStore;
import io.onlyonce.audit.AuditTrail;
import io.onlyonce.error.MisuseException;
import io.onlyonce.lock.LockEvents;
import io.onlyonce.lock.LockProvider;
import io.onlyonce.lock.Locks;
import io.onlyonce.probe.DecisionLog;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.AbandonedClaims;
import io.onlyonce.record.AnswerCache;
import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.record.RecordMaintenance;
import io.onlyonce.record.RecordSearch;
import io.onlyonce.record.StepStore;
import io.onlyonce.record.TransactionalRecordStore;
import io.onlyonce.spring.EngineDecorator;
import io.onlyonce.spring.Engines;
import io.onlyonce.spring.OnlyOnceProperties;
import io.onlyonce.spring.OperationSettings;
import io.onlyonce.spring.PurgeEvents;
import io.onlyonce.spring.SpringTexts;
import io.onlyonce.spring.TokenIssuer;
import io.onlyonce.spring.check.DataSourceCheck;
import io.onlyonce.spring.check.MemoryStoreCheck;
import io.onlyonce.spring.check.PlacementCheck;
import io.onlyonce.spring.check.TransactionCheck;
import io.onlyonce.spring.desk.Deeds;
import io.onlyonce.spring.desk.Desk;
import io.onlyonce.spring.desk.PurgeDesk;
import io.onlyonce.spring.method.IdempotentAdvisor;
import io.onlyonce.spring.method.IdempotentMethods;
import io.onlyonce.spring.purge.Purger;
import io.onlyonce.spring.transaction.SpringTransactions;
import io.onlyonce.token.TokenGate;
import io.onlyonce.token.TokenMaintenance;
import io.onlyonce.token.TokenStore;
import io.onlyonce.transaction.TransactionRunner;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Fallback;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.transaction.PlatformTransactionManager;

/** The engines, the advice for bean methods, and the start-up checks; the stores are on the application's data source unless it defines its own. */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration",
            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
            "org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration"
        })
@ConditionalOnProperty(name = "onlyonce.enabled", matchIfMissing = true)
@EnableConfigurationProperties(OnlyOnceProperties.class)
@Import({JdbcStores.class, RedisMissing.class, NearCache.class, AuditTable.class})
public class OnlyOnceAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(TransactionRunner.class)
    SpringTransactions onlyOnceTransactions(
            ObjectProvider<PlatformTransactionManager> manager, ObjectProvider<DataSource> dataSource) {
        return new SpringTransactions(onlyOne(manager), onlyOne(dataSource));
    }

    @Bean
    @ConditionalOnMissingBean
    DecisionLog onlyOnceDecisionLog() {
        return new DecisionLog();
    }

    @Bean
    @Primary
    @ConditionalOnMissingBean(name = "onlyOnce")
    OnlyOnce onlyOnce(
            TransactionalRecordStore store,
            TransactionRunner transactions,
            ObjectProvider<Probe> probes,
            ObjectProvider<AnswerCache> caches,
            ObjectProvider<EngineDecorator> decorators) {
        return decorated(OnlyOnce.transactional(store, transactions, all(probes), inFront(caches)), decorators);
    }

    @Bean
    @Fallback
    @ConditionalOnBean(LeasedRecordStore.class)
    @ConditionalOnMissingBean(name = "leasedOnlyOnce")
    OnlyOnce leasedOnlyOnce(
            LeasedRecordStore store,
            ObjectProvider<Probe> probes,
            ObjectProvider<AnswerCache> caches,
            ObjectProvider<EngineDecorator> decorators) {
        return decorated(OnlyOnce.leased(store, all(probes), inFront(caches)), decorators);
    }

    @Bean
    Engines onlyOnceEngines(
            @Qualifier("onlyOnce") OnlyOnce transactional,
            @Qualifier("leasedOnlyOnce") ObjectProvider<OnlyOnce> leased) {
        return new Engines(transactional, leased.getIfAvailable());
    }

    @Bean
    OperationSettings onlyOnceOperationSettings(OnlyOnceProperties properties, BeanFactory beans) {
        return new OperationSettings(properties, beans);
    }

    @Bean
    IdempotentMethods onlyOnceMethods(Engines engines, OperationSettings settings, ObjectProvider<Locks> locks) {
        return new IdempotentMethods(engines, settings, locks);
    }

    @Bean
    @ConditionalOnSingleCandidate(LockProvider.class)
    @ConditionalOnMissingBean
    Locks onlyOnceLocks(LockProvider provider, TransactionRunner transactions, ObjectProvider<LockEvents> listeners) {
        List<LockEvents> all = listeners.orderedStream().toList();
        return new Locks(provider, transactions, (event, name) -> all.forEach(one -> one.happened(event, name)));
    }

    @Bean
    @ConditionalOnSingleCandidate(StepStore.class)
    @ConditionalOnMissingBean
    Steps onlyOnceSteps(StepStore store) {
        return new Steps(store);
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static IdempotentAdvisor onlyOnceAdvisor(ObjectProvider<IdempotentMethods> methods) {
        return new IdempotentAdvisor(methods);
    }

    @Bean
    TransactionCheck onlyOnceTransactionCheck(BeanFactory beans, ObjectProvider<SpringTransactions> transactions) {
        return new TransactionCheck(beans, transactions);
    }

    @Bean
    PlacementCheck onlyOncePlacementCheck(
            ConfigurableListableBeanFactory beans, IdempotentMethods methods, TransactionCheck transactions) {
        return new PlacementCheck(beans, methods, transactions);
    }

    @Bean
    @ConditionalOnBean(SpringTransactions.class)
    DataSourceCheck onlyOnceDataSourceCheck(SpringTransactions transactions) {
        return new DataSourceCheck(transactions);
    }

    @Bean
    MemoryStoreCheck onlyOnceMemoryStoreCheck(ConfigurableListableBeanFactory beans, Environment environment) {
        return new MemoryStoreCheck(beans, environment);
    }

    @Bean
    @ConditionalOnSingleCandidate(TokenStore.class)
    @ConditionalOnMissingBean
    TokenGate onlyOnceTokenGate(@Qualifier("onlyOnce") OnlyOnce onlyOnce, TokenStore store) {
        return new TokenGate(onlyOnce, store);
    }

    @Bean
    @ConditionalOnSingleCandidate(TokenStore.class)
    @ConditionalOnMissingBean
    TokenIssuer onlyOnceTokenIssuer(TokenStore store, TransactionRunner transactions) {
        return new TokenIssuer(store, transactions);
    }

    @Bean
    Purger onlyOncePurger(
            ObjectProvider<RecordMaintenance> records,
            ObjectProvider<TokenMaintenance> tokens,
            ObjectProvider<AuditStore> audits,
            ObjectProvider<Purger.Store> others,
            ObjectProvider<PurgeEvents> listeners,
            OnlyOnceProperties properties) {
        InstantSource clock = InstantSource.system(); // an hour more or less does not matter to the audit's retention
        Duration audited = properties.audit().retention();
        List<Purger.Store> stores = Stream.of(
                        records.orderedStream().map(store -> Purger.Store.of(store, store::purgeExpired)),
                        tokens.orderedStream().map(store -> Purger.Store.of(store, store::purgeExpired)),
                        audits.orderedStream()
                                .map(store -> Purger.Store.of(
                                        store,
                                        limit -> store.purge(clock.instant().minus(audited), limit))),
                        others.orderedStream())
                .flatMap(each -> each)
                .toList();
        return new Purger(
                stores,
                properties.purge(),
                round -> listeners.orderedStream().forEach(listener -> listener.purged(round)));
    }

    @Bean
    PurgeSchedule onlyOncePurgeSchedule(Purger purger, OnlyOnceProperties properties) {
        return new PurgeSchedule(purger, properties.purge());
    }

    @Bean
    Deeds onlyOnceDeeds(ObjectProvider<AuditTrail> trails) {
        return new Deeds(trails.getIfUnique());
    }

    @Bean
    PurgeDesk onlyOncePurgeDesk(Purger purger, Deeds deeds) {
        return new PurgeDesk(purger, deeds);
    }

    /** There is one where records can be looked at; claims can be settled where the same database has the leased ones. */
    @Bean
    @ConditionalOnSingleCandidate(RecordSearch.class)
    @ConditionalOnMissingBean
    Desk onlyOnceDesk(
            RecordSearch records,
            ObjectProvider<LeasedRecordStore> leased,
            ObjectProvider<AuditStore> audits,
            ObjectProvider<AuditTrail> trails,
            OnlyOnceProperties properties) {
        LeasedRecordStore claims = leased.getIfUnique();
        AuditStore audit = audits.getIfUnique();
        AuditTrail trail = trails.getIfUnique();
        return new Desk(
                records,
                claims == null ? null : new AbandonedClaims(records, claims),
                audit == null || trail == null
                        ? null
                        : new Desk.Audit(audit, trail, properties.audit().retention()),
                properties.retention(),
                InstantSource.system());
    }

    static <T> T onlyOne(ObjectProvider<T> beans) {
        T bean = beans.getIfUnique();
        if (bean == null) {
            throw new MisuseException(SpringTexts.noStore());
        }
        return bean;
    }

    private static AnswerCache inFront(ObjectProvider<AnswerCache> caches) {
        return caches.orderedStream().reduce(AnswerCache::and).orElse(AnswerCache.NONE);
    }

    private static OnlyOnce decorated(OnlyOnce engine, ObjectProvider<EngineDecorator> decorators) {
        OnlyOnce outermost = engine;
        for (EngineDecorator decorator : decorators.orderedStream().toList()) {
            outermost = decorator.decorate(outermost);
        }
        return outermost;
    }

    static Probe all(ObjectProvider<Probe> probes) {
        return probes.orderedStream().reduce(Probe::and).orElse(Probe.NONE);
    }
}
