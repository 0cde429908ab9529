package io.onlyonce.benchmarks.peers;

import com.trendyol.jdempotent.core.annotation.JdempotentRequestPayload;
import com.trendyol.jdempotent.core.annotation.JdempotentResource;
import com.trendyol.jdempotent.core.aspect.IdempotentAspect;
import com.trendyol.jdempotent.redis.RedisConfigProperties;
import com.trendyol.jdempotent.redis.RedisIdempotentRepository;
import io.onlyonce.benchmarks.design.Design;
import io.onlyonce.benchmarks.design.Node;
import io.onlyonce.benchmarks.design.Payment;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.Cursor;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.core.ScanOptions;
import org.springframework.data.redis.serializer.RedisSerializer;

/** Jdempotent by Trendyol: an aspect that keeps its records in Redis. Who finds a key there without an answer gets none. */
final class Jdempotent implements Design {
    private static final String PREFIX = "onlyonce-benchmarks-peer";
    private static final int PAGE = 1000;

    private final LettuceConnectionFactory connections;
    private final RedisTemplate<String, Object> redis = new RedisTemplate<>();
    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    private final Payments payments;

    Jdempotent(Node node, String redisUri) {
        connections = new LettuceConnectionFactory(LettuceConnectionFactory.createRedisConfiguration(redisUri));
        connections.afterPropertiesSet();
        connections.start();
        redis.setConnectionFactory(connections);
        redis.setKeySerializer(RedisSerializer.string());
        redis.afterPropertiesSet(); // values in Java's serialization, as the library's starter has them
        RedisConfigProperties properties = new RedisConfigProperties();
        properties.setPersistReqRes(true);
        properties.setExpirationTimeHour(1L);
        context.register(Aspects.class);
        context.registerBean(
                IdempotentAspect.class, () -> new IdempotentAspect(new RedisIdempotentRepository(redis, properties)));
        context.registerBean(Payments.class, () -> new Payments(node));
        context.refresh();
        payments = context.getBean(Payments.class);
    }

    /** The service of an application; Spring makes a subclass of it. */
    static class Payments {
        private final Node node;

        Payments(Node node) {
            this.node = node;
        }

        @JdempotentResource(cachePrefix = PREFIX, ttl = 1, ttlTimeUnit = TimeUnit.HOURS)
        public @Nullable String pay(@JdempotentRequestPayload Payment payment) throws Exception {
            return node.pay(payment);
        }
    }

    @Override
    public String pay(Payment payment) throws Exception {
        String answer = payments.pay(payment);
        if (answer == null) {
            throw new IllegalStateException("The first call of " + payment + " has no answer yet.");
        }
        return answer;
    }

    @Override
    public void close() {
        try (Cursor<String> keys = redis.scan(
                ScanOptions.scanOptions().match("*" + PREFIX + "*").count(PAGE).build())) {
            keys.forEachRemaining(key -> redis.unlink(List.of(key)));
        }
        context.close();
        connections.destroy();
    }
}
