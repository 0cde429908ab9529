package io.onlyonce.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.onlyonce.error.OnlyOnceException;

/** Redis refused a command on a record or a token, and will refuse it again: a missing right, a wrong password, a key of another kind. Nothing was done. */
public final class RedisStoreException extends OnlyOnceException {
    private static final long serialVersionUID = 1L;

    public RedisStoreException(RedisCommandExecutionException cause) {
        super("store-failed", RedisTexts.refused(cause), cause);
    }
}
