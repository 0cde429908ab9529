package io.onlyonce.spring.autoconfigure;

import io.onlyonce.Steps;
import io.onlyonce.audit.AuditStore;
import io.onlyonce.inbox.InboxStore;
import io.onlyonce.jdbc.ConnectionSource;
import io.onlyonce.jdbc.JdbcAnswers;
import io.onlyonce.jdbc.JdbcAudit;
import io.onlyonce.jdbc.JdbcInbox;
import io.onlyonce.jdbc.JdbcLeasedRecordStore;
import io.onlyonce.jdbc.JdbcLockProvider;
import io.onlyonce.jdbc.JdbcRecordMaintenance;
import io.onlyonce.jdbc.JdbcRecordSearch;
import io.onlyonce.jdbc.JdbcRecordStore;
import io.onlyonce.jdbc.JdbcStepStore;
import io.onlyonce.jdbc.JdbcTokenMaintenance;
import io.onlyonce.jdbc.JdbcTokenStore;
import io.onlyonce.lock.LockProvider;
import io.onlyonce.lock.Locks;
import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.record.RecordMaintenance;
import io.onlyonce.record.RecordSearch;
import io.onlyonce.record.StepStore;
import io.onlyonce.record.TransactionalRecordStore;
import io.onlyonce.spring.OnlyOnceProperties;
import io.onlyonce.token.TokenMaintenance;
import io.onlyonce.token.TokenStore;
import io.onlyonce.transaction.TransactionRunner;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** The stores on the application's data source; all of them, or none where the application has a store of its own. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnMissingBean(TransactionalRecordStore.class)
class JdbcStores {

    @Bean
    @DependsOnDatabaseInitialization
    JdbcTables onlyOnceTables(ObjectProvider<DataSource> dataSource, OnlyOnceProperties properties) {
        return JdbcTables.prepare(OnlyOnceAutoConfiguration.onlyOne(dataSource), properties.schema());
    }

    @Bean
    JdbcRecordStore onlyOnceRecordStore(ConnectionSource transactions, JdbcTables tables) {
        return new JdbcRecordStore(transactions, tables.dialect());
    }

    /** Behind all that need no connection. */
    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE)
    @ConditionalOnProperty("onlyonce.read-first")
    JdbcAnswers onlyOnceAnswers(TransactionRunner transactions, JdbcTables tables) {
        return new JdbcAnswers(tables.dataSource(), transactions, tables.dialect());
    }

    @Bean
    @ConditionalOnProperty(name = "onlyonce.leased-store", havingValue = "jdbc", matchIfMissing = true)
    @ConditionalOnMissingBean(LeasedRecordStore.class)
    JdbcLeasedRecordStore onlyOnceLeasedRecordStore(JdbcTables tables) {
        return new JdbcLeasedRecordStore(tables.dataSource(), tables.dialect());
    }

    @Bean
    @ConditionalOnProperty(name = "onlyonce.leased-store", havingValue = "jdbc", matchIfMissing = true)
    @ConditionalOnMissingBean({StepStore.class, Steps.class})
    JdbcStepStore onlyOnceStepStore(JdbcTables tables) {
        return new JdbcStepStore(tables.dataSource(), tables.dialect());
    }

    @Bean
    @ConditionalOnMissingBean({LockProvider.class, Locks.class})
    JdbcLockProvider onlyOnceLockProvider(JdbcTables tables) {
        return new JdbcLockProvider(tables.dataSource(), tables.dialect());
    }

    @Bean
    @ConditionalOnMissingBean(RecordMaintenance.class)
    JdbcRecordMaintenance onlyOnceRecordMaintenance(JdbcTables tables) {
        return new JdbcRecordMaintenance(tables.dataSource(), tables.dialect());
    }

    @Bean
    @ConditionalOnMissingBean(RecordSearch.class)
    JdbcRecordSearch onlyOnceRecordSearch(JdbcTables tables) {
        return new JdbcRecordSearch(tables.dataSource(), tables.dialect());
    }

    @Bean
    @ConditionalOnProperty("onlyonce.audit.enabled")
    @ConditionalOnMissingBean(AuditStore.class)
    JdbcAudit onlyOnceAudit(JdbcTables tables) {
        return new JdbcAudit(tables.dataSource(), tables.dialect());
    }

    @Bean
    @ConditionalOnProperty(name = "onlyonce.token-store", havingValue = "jdbc", matchIfMissing = true)
    @ConditionalOnMissingBean(TokenStore.class)
    JdbcTokenStore onlyOnceTokenStore(ConnectionSource transactions, JdbcTables tables) {
        return new JdbcTokenStore(transactions, tables.dialect());
    }

    @Bean
    @ConditionalOnMissingBean(InboxStore.class)
    JdbcInbox onlyOnceInbox(ConnectionSource transactions, JdbcTables tables) {
        return new JdbcInbox(transactions, tables.dialect());
    }

    @Bean
    @ConditionalOnMissingBean(TokenMaintenance.class)
    JdbcTokenMaintenance onlyOnceTokenMaintenance(JdbcTables tables) {
        return new JdbcTokenMaintenance(tables.dataSource(), tables.dialect());
    }
}
