package io.onlyonce.redis;

import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.token.ImmediateUsedMarks;
import io.onlyonce.token.TokenHash;
import java.time.Duration;
import java.time.Instant;

/**
 * Marks used signed tokens in Redis, at once: one key for each, under the hash of token and binding. The first call's random number stands in it, so that a
 * call whose answer was lost is recognised when it asks again; if no answer arrives at all, the caller is told that the store is unavailable, and its mark is
 * taken back as soon as Redis can be reached.
 *
 * <p>A mark outlives what was asked for by an hour of Redis' own clock, so that a used token stays used although an instance's clock is slow. Then it goes by
 * itself: there is nothing to purge. A full Redis ({@code noeviction}) sets no mark, and so no token is accepted; a Redis that loses its data makes used tokens
 * good again until they expire. Thread-safe.
 */
public final class RedisUsedMarks implements ImmediateUsedMarks {
    private static final byte[] KEPT_BEYOND = Bytes.millis(Duration.ofHours(1));

    private final RedisAccess redis;
    private final Keys keys;

    /**
     * @param prefix what its keys begin with, for example {@code shop:}; no braces
     */
    public RedisUsedMarks(RedisAccess redis, String prefix) {
        this.redis = redis;
        this.keys = new Keys(prefix);
    }

    @Override
    public Marking mark(TokenHash token, Instant until) {
        byte[] key = keys.of(token);
        byte[] call = Bytes.newCall();
        try {
            long marked = redis.count(Script.MARK, key, call, Bytes.of(until.toEpochMilli()), KEPT_BEYOND);
            if (marked < 0 || marked > 1) {
                throw new IllegalStateException(RedisTexts.strangeReply(Script.MARK, marked));
            }
            return marked == 1 ? Marking.FIRST : Marking.ALREADY;
        } catch (StoreUnavailableException e) {
            redis.send(Script.UNMARK, key, call);
            throw e;
        }
    }
}
