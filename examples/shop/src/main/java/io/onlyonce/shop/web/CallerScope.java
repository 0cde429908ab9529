package io.onlyonce.shop.web;

import io.onlyonce.Scope;
import io.onlyonce.http.ScopeResolver;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.stereotype.Component;

/** Whose idempotency keys these are: the caller's. A real application would take the authenticated principal, which is OnlyOnce's default. */
@Component
class CallerScope implements ScopeResolver {
    @Override
    public Scope scopeOf(HttpServletRequest request) {
        return Scope.of(CallerFilter.of(request).userId());
    }
}
