package io.onlyonce.redisson;

import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.lock.Grant;
import io.onlyonce.lock.LockName;
import io.onlyonce.lock.LockProvider;
import io.onlyonce.record.Fence;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;
import org.redisson.client.codec.StringCodec;

/**
 * Grants locks by Redisson's fenced lock ({@code RFencedLock}).
 *
 * <p>What Redisson does: the atomic decision who gets the lock, its time to live, the fence counted up with it, topologies and reconnecting. What is done here
 * instead: the owner is the attempt and not a thread; renewing and releasing name the fence beside the owner, and a lock that was lost is an answer and no
 * exception; an owner that asks again keeps its fence, where Redisson counts it up.
 *
 * <p>Each grant has a lease, and with one Redisson's <b>watchdog does not run</b>: it would renew for as long as the client lives, also where the work hangs.
 * {@link io.onlyonce.lock.Locks} renews for as long as the work runs.
 *
 * <p>The locks are Redisson's: whoever takes the same key by {@code client.getFencedLock} meets them, and is met; who waits there is not woken
 * by a release, but looks again when the lease that he saw is over. While Redis cannot be reached a call takes as long
 * as the client's time-outs and retries; let them be short against the leases. Not for {@code RedissonMultiLock} or RedLock. Thread-safe.
 */
public final class RedissonLockProvider implements LockProvider {
    private static final long FREE = 0;
    private static final long FENCE_MISSING = -2;

    /**
     * Whose the lock is: 0 = nobody's, -1 = somebody else's, a fence = this attempt's, whose lease then begins anew. While an attempt has the lock nobody else
     * counts the fence up, so the counter is the grant's own fence.
     */
    private static final String WHOSE = """
            if redis.call('exists', KEYS[1]) == 0 then return 0 end
            if redis.call('hexists', KEYS[1], ARGV[1]) == 0 then return -1 end
            redis.call('pexpire', KEYS[1], ARGV[2])
            return tonumber(redis.call('get', KEYS[2]) or '-2')
            """;

    private static final String RENEW = """
            if redis.call('hexists', KEYS[1], ARGV[1]) == 0 or redis.call('get', KEYS[2]) ~= ARGV[2] then return 0 end
            return redis.call('pexpire', KEYS[1], ARGV[3])
            """;

    private static final String RELEASE = """
            if redis.call('hexists', KEYS[1], ARGV[1]) == 0 or redis.call('get', KEYS[2]) ~= ARGV[2] then return 0 end
            return redis.call('del', KEYS[1])
            """;

    private final RedissonClient client;
    private final String prefix;

    /**
     * @param client stays the caller's
     * @param prefix before each lock's key, for example {@code "shop:"}; no braces
     * @throws IllegalArgumentException if the prefix has a brace
     */
    public RedissonLockProvider(RedissonClient client, String prefix) {
        if (prefix.contains("{") || prefix.contains("}")) {
            throw new IllegalArgumentException(RedissonTexts.prefix(prefix));
        }
        this.client = client;
        this.prefix = prefix;
    }

    @Override
    public Optional<Grant> tryAcquire(LockName name, String owner, Duration lease) {
        LockKeys keys = LockKeys.of(prefix, name);
        Attempt attempt = Attempt.of(client.getId(), owner);
        String millis = String.valueOf(millis(lease));
        long whose = script(keys, WHOSE, attempt.field(), millis);
        if (whose == FREE && taken(keys, attempt, lease)) {
            whose = script(keys, WHOSE, attempt.field(), millis);
        }
        if (whose == FENCE_MISSING) {
            throw new IllegalStateException(RedissonTexts.noFence(name));
        }
        return whose > 0 ? Optional.of(new Grant(name, owner, new Fence(whose))) : Optional.empty();
    }

    /** Decides: what was read before is a hint that saves the attempt. */
    private boolean taken(LockKeys keys, Attempt attempt, Duration lease) {
        return answer(() -> client.getFencedLock(keys.lock())
                .tryLockAsync(0, millis(lease), TimeUnit.MILLISECONDS, attempt.number()));
    }

    @Override
    public boolean renew(Grant grant, Duration lease) {
        return changed(grant, RENEW, String.valueOf(millis(lease)));
    }

    @Override
    public boolean release(Grant grant) {
        return changed(grant, RELEASE);
    }

    private boolean changed(Grant grant, String script, String... more) {
        String[] arguments = new String[2 + more.length];
        arguments[0] = Attempt.of(client.getId(), grant.owner()).field();
        arguments[1] = String.valueOf(grant.fence().number());
        System.arraycopy(more, 0, arguments, 2, more.length);
        return script(LockKeys.of(prefix, grant.name()), script, arguments) == 1;
    }

    private long script(LockKeys keys, String text, String... arguments) {
        return answer(() -> client.getScript(StringCodec.INSTANCE)
                .<Long>evalAsync(
                        keys.lock(), RScript.Mode.READ_WRITE, text, RScript.ReturnType.LONG, keys.both(), (Object[])
                                arguments));
    }

    /** At least one: with none Redisson would start its watchdog. */
    private static long millis(Duration lease) {
        return Math.max(1, lease.plusNanos(999_999).toMillis());
    }

    private interface Question<R> {
        Future<R> ask();
    }

    private static <R> R answer(Question<R> question) {
        try {
            return question.ask().get();
        } catch (ExecutionException e) {
            throw new StoreUnavailableException(e.getCause() == null ? e : e.getCause());
        } catch (RedisException e) { // the client is shut down
            throw new StoreUnavailableException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreUnavailableException(e);
        }
    }
}
