package io.onlyonce.redis;

import io.onlyonce.error.OnlyOnceException;
import io.onlyonce.record.AnswerCache;
import io.onlyonce.record.Answered;
import io.onlyonce.record.RecordKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers that all processes share, in front of records in a database. Here, other than with records, Redis may forget what it likes: evict, restart empty, fail
 * over. Give it a prefix of its own, or a Redis that is run as a cache.
 *
 * <p>It is asked for 100 ms at most. When it fails it is left alone for five seconds, so that a Redis that hangs costs a request in fifty its patience, not each.
 * What it is told, it is told without waiting. Thread-safe.
 */
public final class RedisAnswerCache implements AnswerCache {
    private static final Logger log = LoggerFactory.getLogger(RedisAnswerCache.class);
    private static final Duration PATIENCE = Duration.ofMillis(100);
    private static final long REST_NANOS = Duration.ofSeconds(5).toNanos();

    private final RedisAccess redis;
    private final Keys keys;
    private volatile long restsSince = System.nanoTime() - REST_NANOS;

    /**
     * @param prefix what its keys begin with, for example {@code shop:answer:}; no braces, and no prefix of a store
     */
    public RedisAnswerCache(RedisAccess redis, String prefix) {
        this.redis = redis.timeout(PATIENCE);
        this.keys = new Keys(prefix);
    }

    /** Asked with the access's own time-out, which is for tests on a busy machine. */
    static RedisAnswerCache patient(RedisAccess redis, String prefix) {
        return new RedisAnswerCache(redis, new Keys(prefix));
    }

    private RedisAnswerCache(RedisAccess redis, Keys keys) {
        this.redis = redis;
        this.keys = keys;
    }

    @Override
    public Optional<Answered> find(RecordKey key) {
        if (System.nanoTime() - restsSince < REST_NANOS) {
            return Optional.empty();
        }
        try {
            List<?> reply = redis.list(Script.FIND, keys.of(key));
            StoredHash hash = StoredHash.of(reply.get(0), reply.get(1));
            return hash.isRecord() ? Optional.of(hash.answered(key)) : Optional.empty();
        } catch (OnlyOnceException e) {
            restsSince = System.nanoTime();
            log.warn("Redis is not asked for known answers for the next five seconds: {}", e.getMessage());
            return Optional.empty();
        }
    }

    @Override
    public void put(RecordKey key, Answered answered) {
        List<byte[]> arguments = new ArrayList<>(List.of(
                Bytes.millis(answered.fresh()),
                Bytes.of("scope"),
                Bytes.of(key.scope()),
                Bytes.of("operation"),
                Bytes.of(key.operation()),
                Bytes.of("key"),
                Bytes.of(key.key()),
                Bytes.of("fingerprint"),
                answered.fingerprint().bytes(),
                Bytes.of("state"),
                Bytes.of(StoredHash.letter(answered.state()))));
        String code = answered.refusalCode();
        if (code != null) {
            arguments.addAll(List.of(Bytes.of("code"), Bytes.of(code)));
        }
        byte[] answer = answered.answer();
        if (answer != null) {
            arguments.addAll(List.of(Bytes.of("answer"), answer));
        }
        redis.send(Script.ANSWER, keys.of(key), arguments.toArray(byte[][]::new));
    }
}
