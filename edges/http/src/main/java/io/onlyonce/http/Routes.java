package io.onlyonce.http;

import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds protected endpoints by method and path template, for applications whose framework has no routes of its own to ask.
 *
 * <p>A route is a method and a path whose segments are fixed or {@code {variable}}. Compared is the path that the container maps servlets by: decoded,
 * normalised, without path parameters. A slash at the end or twice in a row makes no difference, so that nobody gets around the protection by adding one. Where
 * two routes match, the one with a fixed segment further left counts. Immutable and thread-safe.
 */
public final class Routes implements EndpointResolver {
    private final List<Route> routes;

    private record Route(String method, List<String> segments, ProtectedEndpoint endpoint) {
        /** The variables if it matches, else null. */
        @Nullable
        Map<String, String> match(String method, List<String> path) {
            if (!this.method.equals(method) || segments.size() != path.size()) {
                return null;
            }
            Map<String, String> variables = new HashMap<>();
            for (int i = 0; i < segments.size(); i++) {
                String segment = segments.get(i);
                if (isVariable(segment)) {
                    variables.put(segment.substring(1, segment.length() - 1), path.get(i));
                } else if (!segment.equals(path.get(i))) {
                    return null;
                }
            }
            return variables;
        }

        /** Sorts fixed segments in front of variables. */
        String order() {
            StringBuilder order = new StringBuilder();
            segments.forEach(segment -> order.append(isVariable(segment) ? '1' : '0'));
            return order.toString();
        }

        /** Equal for two routes that match the same requests. */
        String shape() {
            StringBuilder shape = new StringBuilder(method);
            segments.forEach(segment -> shape.append('/').append(isVariable(segment) ? "{}" : segment));
            return shape.toString();
        }
    }

    private Routes(List<Route> routes) {
        this.routes = routes;
    }

    /**
     * Each endpoint under its own {@linkplain ProtectedEndpoint#route() route}, for example {@code POST /api/orders/{id}/refunds}.
     *
     * @throws IllegalArgumentException if a route cannot be read, or two match the same requests
     */
    public static Routes of(ProtectedEndpoint... endpoints) {
        List<Route> routes = new ArrayList<>();
        Set<String> shapes = new HashSet<>();
        for (ProtectedEndpoint endpoint : endpoints) {
            Route route = parse(endpoint);
            if (!shapes.add(route.shape())) {
                throw new IllegalArgumentException(HttpTexts.routeTwice(endpoint.route()));
            }
            routes.add(route);
        }
        routes.sort((a, b) -> a.order().compareTo(b.order()));
        return new Routes(List.copyOf(routes));
    }

    private static Route parse(ProtectedEndpoint endpoint) {
        String text = endpoint.route();
        int blank = text.indexOf(' ');
        if (blank <= 0 || !text.startsWith("/", blank + 1)) {
            throw new IllegalArgumentException(HttpTexts.badRoute(text));
        }
        List<String> segments = segments(text.substring(blank + 1));
        Set<String> names = new HashSet<>();
        for (String segment : segments) {
            boolean braces = segment.contains("{") || segment.contains("}");
            if (braces && (!isVariable(segment) || segment.length() == 2 || !names.add(segment))) {
                throw new IllegalArgumentException(HttpTexts.badRoute(text));
            }
        }
        return new Route(text.substring(0, blank), segments, endpoint);
    }

    @Override
    public Optional<ProtectedEndpoint> resolve(HttpServletRequest request) {
        String info = request.getPathInfo();
        List<String> path = segments(info == null ? request.getServletPath() : request.getServletPath() + info);
        for (Route route : routes) {
            Map<String, String> variables = route.match(request.getMethod(), path);
            if (variables != null) {
                return Optional.of(route.endpoint().withPathVariables(variables));
            }
        }
        return Optional.empty();
    }

    private static boolean isVariable(String segment) {
        return segment.startsWith("{") && segment.endsWith("}") && segment.indexOf('{', 1) < 0;
    }

    private static List<String> segments(String path) {
        return Arrays.stream(path.split("/")).filter(s -> !s.isEmpty()).toList();
    }
}
