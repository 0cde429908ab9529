package io.onlyonce.shop;

import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.Profiles;

/**
 * {@code spring.data.redis.url}, wherever it is set, makes the shop use Redis: the profile {@code redis}, with tokens and leased records there. Without it
 * nothing of Redis is started, and its health is nobody's business. Whatever is set otherwise goes before.
 */
class RedisOrNot implements EnvironmentPostProcessor, Ordered {
    private static final String PROFILE = "redis";
    private static final String AUTO_CONFIGURATIONS = "org.springframework.boot.data.redis.autoconfigure.";
    private static final Map<String, Object> WITH =
            Map.of("onlyonce.token-store", "redis", "onlyonce.leased-store", "redis");
    private static final Map<String, Object> WITHOUT = Map.of(
            "spring.autoconfigure.exclude",
            AUTO_CONFIGURATIONS + "DataRedisAutoConfiguration," + AUTO_CONFIGURATIONS
                    + "DataRedisReactiveAutoConfiguration");

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        if (environment.containsProperty("spring.data.redis.url")) {
            environment.addActiveProfile(PROFILE);
        }
        boolean redis = environment.acceptsProfiles(Profiles.of(PROFILE));
        environment.getPropertySources().addLast(new MapPropertySource("redis or not", redis ? WITH : WITHOUT));
    }

    /** After the configuration files have been read. */
    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }
}
