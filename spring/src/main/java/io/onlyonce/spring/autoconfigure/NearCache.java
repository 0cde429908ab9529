package io.onlyonce.spring.autoconfigure;

import io.onlyonce.caffeine.NearAnswerCache;
import io.onlyonce.error.MisuseException;
import io.onlyonce.record.AnswerCache;
import io.onlyonce.spring.OnlyOnceProperties;
import io.onlyonce.spring.SpringTexts;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Answers that this instance knows already, where the settings give memory for them. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("onlyonce.near-cache")
class NearCache {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(NearAnswerCache.class)
    static class Caffeine {
        /** Before all that are asked over a network. */
        @Bean
        @Order(Ordered.HIGHEST_PRECEDENCE)
        AnswerCache onlyOnceNearAnswerCache(OnlyOnceProperties properties) {
            return new NearAnswerCache(properties.nearCache().toBytes());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingClass("io.onlyonce.caffeine.NearAnswerCache")
    static class Missing {
        @Bean
        AnswerCache onlyOnceMissingNearAnswerCache() {
            throw new MisuseException(SpringTexts.nearCacheMissing());
        }
    }
}
