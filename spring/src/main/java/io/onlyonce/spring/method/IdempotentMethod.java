package io.onlyonce.spring.method;

import io.onlyonce.Call;
import io.onlyonce.IdempotencyKey;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Scope;
import org.jspecify.annotations.Nullable;

/**
 * A bean method that takes effect only once, read from its annotation at start-up. Thread-safe.
 *
 * @param engine the one for its guarantee
 * @param operation what it is recorded as
 * @param key gives the key of each call
 * @param scope gives the scope of each call; null = one for the application
 * @param fingerprint takes the fingerprint of the arguments
 * @param forbidsTransaction whether it must not be called inside a transaction (leased: its record commits on its own)
 * @param lock what is held around each call; null = nothing
 */
record IdempotentMethod(
        OnlyOnce engine,
        Operation<@Nullable Object> operation,
        KeyExpression key,
        @Nullable KeyExpression scope,
        ArgumentFingerprint fingerprint,
        boolean forbidsTransaction,
        @Nullable MethodLock lock) {
    private static final Scope APPLICATION = Scope.of("application");

    Call call(@Nullable Object[] arguments) {
        Scope callScope = scope == null ? APPLICATION : Scope.of(scope.evaluate(arguments));
        return new Call(callScope, new IdempotencyKey(key.evaluate(arguments)), fingerprint.of(arguments));
    }
}
