package io.onlyonce.http;

import io.onlyonce.Scope;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;

/**
 * Tells whose key a request carries. Two callers must never share a scope: they would be handed each other's answers. Asked for every protected
 * request, replays included; the body may be read. Must be thread-safe.
 */
@FunctionalInterface
public interface ScopeResolver {
    /**
     * The caller's scope.
     *
     * @throws AnonymousCallerException if the caller is not known; it is answered with 401
     * @throws io.onlyonce.error.InvalidScopeException if what names the caller is no scope; it is answered with 400
     */
    Scope scopeOf(HttpServletRequest request);

    /** The name of the authenticated {@linkplain HttpServletRequest#getUserPrincipal() principal}; a caller without one is refused. */
    static ScopeResolver principal() {
        return request -> {
            Principal principal = request.getUserPrincipal();
            if (principal == null) {
                throw new AnonymousCallerException();
            }
            return Scope.of(principal.getName());
        };
    }
}
