package io.onlyonce.spring.method;

import io.onlyonce.lock.LockName;
import io.onlyonce.lock.LockTerms;
import io.onlyonce.lock.Locks;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The lock that is held around a bean method, read from its annotation at start-up. Thread-safe.
 *
 * @param locks takes it
 * @param name gives the name of each call's
 * @param terms how long to wait, how long it outlives its holder
 */
record MethodLock(Locks locks, KeyExpression name, LockTerms terms) {

    /** Makes the call while the lock is held, and never without it. */
    @SuppressWarnings("NullAway") // a method may return null, as at IdempotentInterceptor
    @Nullable
    Object around(@Nullable Object[] arguments, Callable<@Nullable Object> call) throws Exception {
        return locks.run(new LockName(name.evaluate(arguments)), terms, held -> call.call());
    }
}
