package io.onlyonce.shop.orderform;

import io.onlyonce.OnlyOnce;
import io.onlyonce.jdbc.ConnectionSource;
import io.onlyonce.jdbc.JdbcTokenMaintenance;
import io.onlyonce.jdbc.JdbcTokenStore;
import io.onlyonce.token.TokenGate;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Tokens in the shop's database, in the transaction of the order that they are used for. */
@Configuration(proxyBeanMethods = false)
class TokenConfiguration {
    @Bean
    JdbcTokenStore tokenStore(ConnectionSource transactions) {
        return new JdbcTokenStore(transactions);
    }

    @Bean
    JdbcTokenMaintenance tokenMaintenance(DataSource dataSource) {
        return new JdbcTokenMaintenance(dataSource);
    }

    @Bean
    TokenGate tokenGate(OnlyOnce onlyOnce, JdbcTokenStore store) {
        return new TokenGate(onlyOnce, store);
    }
}
