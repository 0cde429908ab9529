package io.onlyonce.spring.autoconfigure;

import io.onlyonce.Steps;
import io.onlyonce.error.MisuseException;
import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.record.StepStore;
import io.onlyonce.redis.RedisAccess;
import io.onlyonce.redis.RedisRecordStore;
import io.onlyonce.redis.RedisStepStore;
import io.onlyonce.redis.RedisTokenStore;
import io.onlyonce.spring.OnlyOnceProperties;
import io.onlyonce.spring.SpringTexts;
import io.onlyonce.spring.check.RedisCheck;
import io.onlyonce.token.TokenStore;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Stores in Redis, where the settings ask for them, on a connection by {@code spring.data.redis.*}. */
@AutoConfiguration(
        before = OnlyOnceAutoConfiguration.class,
        afterName = "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration")
@ConditionalOnClass(RedisAccess.class)
@ConditionalOnProperty(name = "onlyonce.enabled", matchIfMissing = true)
@EnableConfigurationProperties(OnlyOnceProperties.class)
public class OnlyOnceRedisAutoConfiguration {

    @Bean
    @ConditionalOnProperty(name = "onlyonce.leased-store", havingValue = "redis")
    @ConditionalOnMissingBean(LeasedRecordStore.class)
    RedisRecordStore onlyOnceLeasedRecordStore(
            ObjectProvider<RedisAccess> redis, OnlyOnceProperties properties, Environment environment) {
        return new RedisRecordStore(access(redis, "leased-store"), prefix(properties, environment));
    }

    @Bean
    @ConditionalOnProperty(name = "onlyonce.leased-store", havingValue = "redis")
    @ConditionalOnMissingBean({StepStore.class, Steps.class})
    RedisStepStore onlyOnceStepStore(
            ObjectProvider<RedisAccess> redis, OnlyOnceProperties properties, Environment environment) {
        return new RedisStepStore(access(redis, "leased-store"), prefix(properties, environment));
    }

    @Bean
    @ConditionalOnProperty(name = "onlyonce.token-store", havingValue = "redis")
    @ConditionalOnMissingBean(TokenStore.class)
    RedisTokenStore onlyOnceTokenStore(
            ObjectProvider<RedisAccess> redis, OnlyOnceProperties properties, Environment environment) {
        return new RedisTokenStore(access(redis, "token-store"), prefix(properties, environment));
    }

    @Bean
    RedisCheck onlyOnceRedisCheck(ObjectProvider<RedisAccess> redis, OnlyOnceProperties properties) {
        return new RedisCheck(redis, properties);
    }

    private static RedisAccess access(ObjectProvider<RedisAccess> redis, String setting) {
        RedisAccess access = redis.getIfUnique();
        if (access == null) {
            throw new MisuseException(SpringTexts.noRedisAccess(setting));
        }
        return access;
    }

    private static String prefix(OnlyOnceProperties properties, Environment environment) {
        String prefix = properties.redis().prefix();
        if (prefix != null) {
            return prefix;
        }
        String application = environment.getProperty("spring.application.name", "");
        return application.isBlank() ? "onlyonce:" : "onlyonce:" + application + ":";
    }

    /** A connection by the client that Spring Boot configured: one server, Sentinel or a cluster, with its credentials and TLS. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(LettuceConnectionFactory.class)
    @ConditionalOnSingleCandidate(LettuceConnectionFactory.class)
    @ConditionalOnMissingBean(RedisAccess.class)
    static class Connection {
        @Bean
        RedisConnection onlyOnceRedisConnection(LettuceConnectionFactory factory, OnlyOnceProperties properties) {
            return new RedisConnection(factory, properties.redis().timeout().dividedBy(2));
        }

        @Bean
        RedisAccess onlyOnceRedisAccess(RedisConnection connection, OnlyOnceProperties properties) {
            return RedisAccess.of(connection).timeout(properties.redis().timeout());
        }
    }
}
