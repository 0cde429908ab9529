package io.onlyonce.shop.database;

import com.zaxxer.hikari.HikariDataSource;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Settles what the shop's statements rely on. */
@Configuration(proxyBeanMethods = false)
class DatabaseConfiguration {
    /**
     * Every connection reads committed data, so that a statement after a lost race sees the winner (InnoDB's own default would show an old snapshot), and on
     * MariaDB keeps time in UTC, whatever the zones of the two machines are.
     */
    @Bean
    static BeanPostProcessor connectionSettings() {
        return new BeanPostProcessor() {
            @Override
            public @Nullable Object postProcessBeforeInitialization(Object bean, String name) {
                if (bean instanceof HikariDataSource pool) {
                    pool.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
                    if (String.valueOf(pool.getJdbcUrl()).startsWith("jdbc:mariadb:")) {
                        pool.addDataSourceProperty("connectionTimeZone", "UTC");
                        pool.addDataSourceProperty("forceConnectionTimeZoneToSession", "true");
                        pool.addDataSourceProperty("preserveInstants", "true");
                    }
                }
                return bean;
            }
        };
    }

    @Bean
    Database database(DataSource dataSource) {
        return Database.of(dataSource);
    }
}
