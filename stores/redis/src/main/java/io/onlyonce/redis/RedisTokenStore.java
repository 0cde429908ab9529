package io.onlyonce.redis;

import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.token.Consumption;
import io.onlyonce.token.ImmediateTokenStore;
import io.onlyonce.token.Issued;
import io.onlyonce.token.MultipleUse;
import io.onlyonce.token.OneTimeToken;
import io.onlyonce.token.TokenBinding;
import io.onlyonce.token.TokenHash;
import io.onlyonce.token.TokenTerms;
import java.time.Duration;
import java.time.Instant;

/**
 * Keeps one-time tokens in Redis, consumed at once. Each token is one hash under the hash of token and binding, each verb one script on it, and all times are
 * Redis' own. A token's key goes with its expiry by itself, used or not: there is nothing to purge.
 *
 * <p><b>Why no {@code GETDEL}.</b> It consumes as surely, in one step, but leaves nothing behind: when its answer is lost on the way, the repeat of the same
 * call finds no token, and a client that did nothing wrong is refused while its token is gone. Here each call has a random number of its own, which the script
 * puts down with the use that it takes. A repeat, by this store or by Lettuce after a reconnect, is recognised and takes no second use; and if no answer
 * arrives at all, the caller is told that the store is unavailable, and the use is given back as soon as Redis can be reached. A token of many uses knows its
 * last 100 calls. The scripts need no newer server either ({@code GETDEL} came with 6.2).
 *
 * <p>A full Redis ({@code noeviction}) refuses to issue; what was issued can still be consumed. A Redis that lost its data (a flush, a restart without
 * persistence, a failover) refuses the tokens that it lost; one that lost the last moment only may take a token twice, so money needs a unique business number
 * behind it. Thread-safe.
 */
public final class RedisTokenStore implements ImmediateTokenStore, MultipleUse {
    private final RedisAccess redis;
    private final Keys keys;

    /**
     * @param prefix what its keys begin with, for example {@code shop:}; no braces
     */
    public RedisTokenStore(RedisAccess redis, String prefix) {
        this.redis = redis;
        this.keys = new Keys(prefix);
    }

    @Override
    public Issued issue(TokenBinding binding, Duration lifetime) {
        return issue(binding, TokenTerms.once(lifetime));
    }

    @Override
    public Issued issue(TokenBinding binding, TokenTerms terms) {
        OneTimeToken token = OneTimeToken.random();
        long expires = redis.count(
                Script.ISSUE,
                keys.of(TokenHash.of(token, binding)),
                Bytes.of(terms.uses()),
                Bytes.millis(terms.lifetime()));
        return new Issued(token, Instant.ofEpochMilli(expires));
    }

    @Override
    public Consumption consume(OneTimeToken token, TokenBinding binding) {
        byte[] key = keys.of(TokenHash.of(token, binding));
        byte[] call = Bytes.newCall();
        try {
            long taken = redis.count(Script.CONSUME, key, call);
            if (taken < 0 || taken > 1) {
                throw new IllegalStateException(RedisTexts.strangeReply(Script.CONSUME, taken));
            }
            return taken == 1 ? new Consumption.Consumed() : new Consumption.Refused();
        } catch (StoreUnavailableException e) {
            redis.send(Script.RESTORE, key, call);
            throw e;
        }
    }
}
