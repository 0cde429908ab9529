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
    @Bean
    static BeanPostProcessor connectionSettings() {
        return new BeanPostProcessor() {
            @Override
            public @Nullable Object postProcessBeforeInitialization(Object bean, String name) {
                if (bean instanceof HikariDataSource pool) {
                    ConnectionSettings.settle(pool);
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
