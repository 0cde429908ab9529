package io.onlyonce.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandInterruptedException;
import io.onlyonce.error.OnlyOnceException;
import io.onlyonce.error.StoreUnavailableException;
import java.util.regex.Pattern;

/** What a failure of Lettuce means. */
final class RedisFailures {
    /**
     * A server that is there and cannot serve now: full, loading, read-only, without its replicas, without its disk, busy with a script, or a cluster with a
     * hole. Redis before 7 puts a script's error into a sentence of its own, with a hyphen before the code.
     */
    private static final Pattern CANNOT_SERVE = Pattern.compile(
            "(^|-)(OOM|LOADING|READONLY|CLUSTERDOWN|MASTERDOWN|TRYAGAIN|NOREPLICAS|MISCONF|BUSY|NOQUORUM) ");

    private RedisFailures() {}

    /** Whether the command may have been executed although its answer did not arrive. */
    static boolean answerLost(RuntimeException failure) {
        return !(failure instanceof RedisCommandExecutionException)
                && !(failure instanceof RedisCommandInterruptedException);
    }

    /** The exception that a store throws for what Lettuce threw. */
    static OnlyOnceException storeFailure(RuntimeException failure) {
        return failure instanceof RedisCommandExecutionException refused && !cannotServe(refused)
                ? new RedisStoreException(refused)
                : new StoreUnavailableException(failure);
    }

    static boolean cannotServe(RedisCommandExecutionException refused) {
        String message = refused.getMessage();
        return message != null && CANNOT_SERVE.matcher(message).find();
    }
}
