package io.onlyonce.spring.autoconfigure;

import io.onlyonce.error.MisuseException;
import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.spring.SpringTexts;
import io.onlyonce.token.TokenStore;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Stands where a store in Redis is asked for and cannot be made: the application does not start, and whoever needs the store says why. */
@Configuration(proxyBeanMethods = false)
class RedisMissing {

    @Bean
    @ConditionalOnProperty(name = "onlyonce.leased-store", havingValue = "redis")
    @ConditionalOnMissingBean(LeasedRecordStore.class)
    LeasedRecordStore onlyOnceMissingLeasedRecordStore() {
        throw new MisuseException(SpringTexts.redisMissing("leased-store"));
    }

    @Bean
    @ConditionalOnProperty(name = "onlyonce.token-store", havingValue = "redis")
    @ConditionalOnMissingBean(TokenStore.class)
    TokenStore onlyOnceMissingTokenStore() {
        throw new MisuseException(SpringTexts.redisMissing("token-store"));
    }
}
