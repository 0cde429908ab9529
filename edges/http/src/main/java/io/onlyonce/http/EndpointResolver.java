package io.onlyonce.http;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/**
 * Tells which requests are protected, and as what. Asked for every request, before anything else: it should look at method and path only. Must be
 * thread-safe and must not touch parameters, parts or body.
 */
@FunctionalInterface
public interface EndpointResolver {
    /** The endpoint that this request is for; empty = not protected, the request goes straight through. */
    Optional<ProtectedEndpoint> resolve(HttpServletRequest request);
}
