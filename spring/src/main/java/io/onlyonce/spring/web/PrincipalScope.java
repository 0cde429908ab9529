package io.onlyonce.spring.web;

import io.onlyonce.Scope;
import io.onlyonce.error.InvalidScopeException;
import io.onlyonce.http.AnonymousCallerException;
import io.onlyonce.http.ScopeResolver;
import io.onlyonce.spring.OnlyOnceProperties.Anonymous;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;

/**
 * The authenticated principal as scope. A tenant is not known here: an application with tenants defines a {@link ScopeResolver} bean of its own. Thread-safe.
 *
 * @param anonymous what becomes of a caller without a principal
 */
public record PrincipalScope(Anonymous anonymous) implements ScopeResolver {
    @Override
    public Scope scopeOf(HttpServletRequest request) {
        Principal principal = request.getUserPrincipal();
        if (principal != null) {
            String name = principal.getName();
            if (name == null || name.isBlank()) {
                throw new InvalidScopeException(String.valueOf(name));
            }
            return Scope.of("principal", name);
        }
        if (anonymous == Anonymous.REFUSE) {
            throw new AnonymousCallerException();
        }
        return Scope.of("anonymous");
    }
}
