package io.onlyonce.shop.leased;

import io.onlyonce.OnlyOnce;
import io.onlyonce.http.EndpointResolver;
import io.onlyonce.http.ProtectedEndpoint;
import io.onlyonce.spring.OnlyOnceProperties;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Optional;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.ServletRequestPathUtils;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPattern.PathMatchInfo;
import org.springframework.web.util.pattern.PathPatternParser;

/** Knows the requests for the leased endpoints. Thread-safe. */
final class LeasedRoutes implements EndpointResolver {
    private final List<Route> routes;

    private record Route(String method, PathPattern path, ProtectedEndpoint endpoint) {}

    LeasedRoutes(List<LeasedEndpoint> endpoints, OnlyOnce leased, OnlyOnceProperties properties) {
        OnlyOnce onlyOnce = new WithAttempt(leased);
        this.routes = endpoints.stream()
                .map(endpoint -> new Route(
                        endpoint.method(),
                        PathPatternParser.defaultInstance.parse(endpoint.path()),
                        ProtectedEndpoint.of(
                                onlyOnce,
                                endpoint.method() + " " + endpoint.path(),
                                endpoint.operation()
                                        .patience(properties.patience())
                                        .retention(properties.retention())
                                        .maxAnswerBytes(properties.maxAnswerSize()))))
                .toList();
    }

    @Override
    public Optional<ProtectedEndpoint> resolve(HttpServletRequest request) {
        PathContainer path = null;
        for (Route route : routes) {
            if (route.method.equals(request.getMethod())) {
                path = path == null ? ServletRequestPathUtils.parse(request).pathWithinApplication() : path;
                PathMatchInfo match = route.path.matchAndExtract(path);
                if (match != null) {
                    return Optional.of(route.endpoint.withPathVariables(match.getUriVariables()));
                }
            }
        }
        return Optional.empty();
    }
}
