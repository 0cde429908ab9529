package io.onlyonce.spring.check;

import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.redis.RedisAccess;
import io.onlyonce.redis.RedisSafety;
import io.onlyonce.spring.OnlyOnceProperties;
import io.onlyonce.spring.OnlyOnceProperties.Store;
import io.onlyonce.spring.SpringTexts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Warns at start-up of a Redis that forgets keys before their time, or that cannot be reached: the application starts all the same. */
public final class RedisCheck implements SmartInitializingSingleton {
    private static final Logger log = LoggerFactory.getLogger(RedisCheck.class);

    private final ObjectProvider<RedisAccess> redis;
    private final OnlyOnceProperties properties;

    public RedisCheck(ObjectProvider<RedisAccess> redis, OnlyOnceProperties properties) {
        this.redis = redis;
        this.properties = properties;
    }

    @Override
    public void afterSingletonsInstantiated() {
        if (properties.leasedStore() == Store.REDIS || properties.tokenStore() == Store.REDIS) {
            redis.ifUnique(RedisCheck::check);
        }
    }

    private static void check(RedisAccess redis) {
        try {
            RedisSafety.check(redis);
        } catch (StoreUnavailableException e) {
            log.warn(SpringTexts.redisUnreachable(String.valueOf(e.getMessage())));
        }
    }
}
