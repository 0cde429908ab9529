package io.onlyonce.caffeine;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import io.onlyonce.record.AnswerCache;
import io.onlyonce.record.Answered;
import io.onlyonce.record.RecordKey;
import java.time.Duration;
import java.util.Optional;

/**
 * Answers in this process's memory, bounded by their bytes. A repeat that finds its answer here takes no connection and asks nobody. It goes by a monotonic
 * clock, so a system clock that is set back keeps no answer longer. Thread-safe.
 *
 * <p>It is for many repeats of few keys: a client that polls with its key, a gateway that retries. It protects nothing: remove it, and everything is as it was,
 * only slower.
 */
public final class NearAnswerCache implements AnswerCache {
    /** What an entry costs besides its texts and bytes: its objects, theirs and the cache's own, as measured. */
    private static final int OVERHEAD = 352;

    private final Cache<RecordKey, Answered> answers;

    /**
     * @param maxBytes roughly how much memory its answers may take in all; 1 MiB or more is sensible
     * @throws IllegalArgumentException if it is negative
     */
    public NearAnswerCache(long maxBytes) {
        this(maxBytes, Ticker.systemTicker());
    }

    NearAnswerCache(long maxBytes, Ticker ticker) {
        if (maxBytes < 0) {
            throw new IllegalArgumentException("The cache may take " + maxBytes
                    + " bytes; it must be zero or more. Zero keeps nothing, a few MiB keep thousands of answers.");
        }
        this.answers = Caffeine.newBuilder()
                .maximumWeight(maxBytes)
                .weigher(NearAnswerCache::weight)
                .expireAfter(Expiry.creating((RecordKey key, Answered answered) -> bounded(answered.fresh())))
                .ticker(ticker)
                .build();
    }

    private static int weight(RecordKey key, Answered answered) {
        byte[] answer = answered.answer();
        String code = answered.refusalCode();
        int characters = key.scope().length()
                + key.operation().length()
                + key.key().length()
                + (code == null ? 0 : code.length());
        long bytes = OVERHEAD + 2L * characters + (answer == null ? 0 : answer.length);
        return (int) Math.min(Integer.MAX_VALUE, bytes);
    }

    /** Caffeine counts in nanoseconds. */
    private static Duration bounded(Duration fresh) {
        Duration longest = Duration.ofDays(36_500);
        return fresh.compareTo(longest) < 0 ? fresh : longest;
    }

    @Override
    public Optional<Answered> find(RecordKey key) {
        return Optional.ofNullable(answers.getIfPresent(key));
    }

    /** What is known already stays: a finished record does not change. */
    @Override
    public void put(RecordKey key, Answered answered) {
        answers.asMap().putIfAbsent(key, answered);
    }
}
