package io.onlyonce.spring.method;

import io.onlyonce.error.MisuseException;
import io.onlyonce.spring.SpringTexts;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Runs a bean method through OnlyOnce: key and fingerprint from its arguments, its answer or remembered refusal from the record. Thread-safe. */
final class IdempotentInterceptor implements MethodInterceptor {
    private final ObjectProvider<IdempotentMethods>
            methods; // asked at the first call: advice is made before most beans

    IdempotentInterceptor(ObjectProvider<IdempotentMethods> methods) {
        this.methods = methods;
    }

    @Override
    @SuppressWarnings(
            "NullAway") // a method may return null; without its JSpecify mode NullAway cannot see that Work's type
    // argument says so
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Class<?> type = invocation.getThis() == null
                ? invocation.getMethod().getDeclaringClass()
                : invocation.getThis().getClass();
        IdempotentMethod method = methods.getObject().of(type, invocation.getMethod());
        if (method.forbidsTransaction() && TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new MisuseException(
                    SpringTexts.leasedInTransaction(method.operation().name()));
        }
        MethodLock lock = method.lock();
        return lock == null
                ? once(method, invocation)
                : lock.around(invocation.getArguments(), () -> once(method, invocation));
    }

    @SuppressWarnings("NullAway") // as above
    private static @Nullable Object once(IdempotentMethod method, MethodInvocation invocation) throws Exception {
        return method.engine()
                .run(method.operation(), method.call(invocation.getArguments()), attempt -> proceed(invocation))
                .orElseThrow();
    }

    /** Each run proceeds on a copy, so that a transaction that the database gave up can be run again. */
    private static @Nullable Object proceed(MethodInvocation invocation) throws Exception {
        try {
            return ((ProxyMethodInvocation) invocation).invocableClone().proceed();
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("A method threw neither an Exception nor an Error.", e);
        }
    }
}
