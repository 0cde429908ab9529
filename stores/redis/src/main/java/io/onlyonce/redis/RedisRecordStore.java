package io.onlyonce.redis;

import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.record.Claim;
import io.onlyonce.record.ClaimRequest;
import io.onlyonce.record.Completion;
import io.onlyonce.record.Fence;
import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.record.RecordKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps records of work that is not one transaction in Redis. Each record is one hash, each verb one script on it, and all times are Redis' own.
 *
 * <p><b>Expiry.</b> A completed record expires when its retention is over, counted from its completion. A claim has an expiry as well, far behind its lease:
 * until then it is told as abandoned. When it is over, the key is free again, although the outcome of the lost work may still be unknown; so it has to be
 * longer than clients repeat a request and people need to settle it.
 *
 * <p><b>Fences.</b> A fence is Redis' time in µs, or one more than the key's last fence if that is not smaller. The hash keeps that last fence, also after a
 * release, and its expiry is always set behind both Redis' time and the fence itself. So the hash is gone only when Redis' clock has passed every fence that
 * the key ever had, and fences rise also after the record is gone, and although the clock was set back. A counter would do the same only if it were kept for
 * ever for each key, or for all keys in one, which a cluster has on another node than the record. What Redis itself loses in a failover is beyond this: then
 * fences rise if the clock of the promoted replica is not behind.
 *
 * <p><b>Lost answers.</b> Each call has a random number of its own, which is stored with what it wrote. When an answer does not arrive the same call is sent
 * again, by this store or by Lettuce after a reconnect, and recognised. If it does not arrive at all, the caller is told that the store is unavailable, and a
 * claim that was granted all the same is taken back as soon as Redis can be reached.
 *
 * <p>A full Redis ({@code noeviction}) refuses new claims and take-overs; running ones may still be renewed, completed and ended. Thread-safe.
 */
public final class RedisRecordStore implements LeasedRecordStore {
    private static final Duration ABANDONED_FOR = Duration.ofDays(30);
    /** How long a released key's fence is kept, and the call that released it recognised. */
    private static final byte[] RELEASED_FOR = Bytes.millis(Duration.ofMinutes(1));

    private static final byte[] NONE_LOST = new byte[0];

    private final RedisAccess redis;
    private final Keys keys;
    private final byte[] abandonedFor;

    /**
     * A store that keeps abandoned claims for 30 days.
     *
     * @param prefix what its keys begin with, for example {@code shop:}; no braces
     */
    public RedisRecordStore(RedisAccess redis, String prefix) {
        this(redis, prefix, ABANDONED_FOR);
    }

    /**
     * @param prefix what its keys begin with, for example {@code shop:}; no braces
     * @param abandonedFor how long a claim whose lease is over is still told as abandoned; at least 1 s
     */
    public RedisRecordStore(RedisAccess redis, String prefix, Duration abandonedFor) {
        if (abandonedFor.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException(RedisTexts.abandonedFor(abandonedFor));
        }
        this.redis = redis;
        this.keys = new Keys(prefix);
        this.abandonedFor = Bytes.millis(abandonedFor);
    }

    @Override
    public Claim claim(ClaimRequest request) {
        return claim(request, NONE_LOST);
    }

    @Override
    public Claim takeOver(ClaimRequest request, Fence lost) {
        return claim(request, Bytes.of(lost.number()));
    }

    private Claim claim(ClaimRequest request, byte[] lost) {
        RecordKey key = request.key();
        byte[] call = Bytes.newCall();
        try {
            List<?> reply = redis.list(
                    Script.CLAIM,
                    keys.of(key),
                    call,
                    Bytes.of(key.scope()),
                    Bytes.of(key.operation()),
                    Bytes.of(key.key()),
                    request.fingerprint().bytes(),
                    Bytes.micros(request.time()),
                    abandonedFor,
                    lost);
            String kind = Bytes.text((byte[]) reply.get(0));
            return switch (kind) {
                case "claimed" ->
                    new Claim.Claimed(
                            new Fence(Bytes.number((byte[]) reply.get(1))),
                            Math.toIntExact(Bytes.number((byte[]) reply.get(2))));
                case "standing" -> StoredHash.of(reply.get(1), reply.get(2)).standing(key);
                default -> throw new IllegalStateException(RedisTexts.strangeReply(Script.CLAIM, key, kind));
            };
        } catch (StoreUnavailableException e) {
            redis.send(Script.WITHDRAW, keys.of(key), call, RELEASED_FOR, abandonedFor);
            throw e;
        }
    }

    @Override
    public boolean renew(RecordKey key, Fence fence, Duration lease) {
        return held(Script.RENEW, key, Bytes.of(fence.number()), Bytes.micros(lease), abandonedFor);
    }

    @Override
    public boolean complete(RecordKey key, Fence fence, Completion completion) {
        List<byte[]> arguments = new ArrayList<>(List.of(
                Bytes.newCall(),
                Bytes.of(fence.number()),
                Bytes.of(StoredHash.letter(completion.state())),
                Bytes.millis(completion.retention())));
        String code = completion.refusalCode();
        if (code != null) {
            arguments.add(Bytes.of("code"));
            arguments.add(Bytes.of(code));
        }
        byte[] answer = completion.answer();
        if (answer != null) {
            arguments.add(Bytes.of("answer"));
            arguments.add(answer);
        }
        return held(Script.COMPLETE, key, arguments.toArray(byte[][]::new));
    }

    @Override
    public boolean release(RecordKey key, Fence fence) {
        return held(Script.RELEASE, key, Bytes.newCall(), Bytes.of(fence.number()), RELEASED_FOR);
    }

    @Override
    public boolean abandon(RecordKey key, Fence fence) {
        return held(Script.ABANDON, key, Bytes.of(fence.number()), abandonedFor);
    }

    /** Whether the script found the claim that its arguments name. */
    private boolean held(Script script, RecordKey key, byte[]... arguments) {
        long changed = redis.count(script, keys.of(key), arguments);
        if (changed < 0 || changed > 1) {
            throw new IllegalStateException(RedisTexts.strangeReply(script, key, changed));
        }
        return changed == 1;
    }
}
