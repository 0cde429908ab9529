package io.onlyonce.guide;

import io.onlyonce.jdbc.JdbcLeasedRecordStore;
import io.onlyonce.jdbc.JdbcRecordMaintenance;
import io.onlyonce.jdbc.JdbcRecordStore;
import io.onlyonce.spring.transaction.SpringTransactions;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;

@Configuration(proxyBeanMethods = false)
class TwoDatabases {
    @Bean
    SpringTransactions onlyOnceTransactions(
            @Qualifier("ordersManager") PlatformTransactionManager manager, @Qualifier("orders") DataSource orders) {
        return new SpringTransactions(manager, orders);
    }

    @Bean
    JdbcRecordStore onlyOnceRecordStore(SpringTransactions transactions) {
        return new JdbcRecordStore(transactions);
    }

    @Bean
    JdbcLeasedRecordStore onlyOnceLeasedRecordStore(@Qualifier("orders") DataSource orders) {
        return new JdbcLeasedRecordStore(orders);
    }

    @Bean
    JdbcRecordMaintenance onlyOnceRecordMaintenance(@Qualifier("orders") DataSource orders) {
        return new JdbcRecordMaintenance(orders);
    }
}
