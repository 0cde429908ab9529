package io.onlyonce.spring;

import io.onlyonce.OnlyOnce;
import io.onlyonce.error.MisuseException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * The engine for each guarantee. Thread-safe.
 *
 * @param transactional for operations whose effect is one transaction
 * @param leased for all others; null where there is no store for their records
 */
public record Engines(OnlyOnce transactional, @Nullable OnlyOnce leased) {
    /**
     * The engine that the annotation asks for.
     *
     * @throws MisuseException if there is none
     */
    public OnlyOnce of(Method method, Idempotent annotation) {
        if (annotation.guarantee() == Idempotent.Guarantee.TRANSACTIONAL) {
            return transactional;
        }
        if (leased == null) {
            throw new MisuseException(SpringTexts.noLeasedStore(method));
        }
        return leased;
    }
}
