package io.onlyonce.spring.web;

import io.onlyonce.error.MisuseException;
import io.onlyonce.http.EndpointResolver;
import io.onlyonce.http.ProtectedEndpoint;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.SpringTexts;
import io.onlyonce.spring.check.TransactionCheck;
import io.onlyonce.spring.method.IdempotentMethods;
import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.http.server.PathContainer;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.mvc.condition.PathPatternsRequestCondition;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.util.ServletRequestPathUtils;
import org.springframework.web.util.pattern.PathPattern;

/**
 * The annotated handler methods, found and checked at start-up. A request is matched against their few patterns first, so that the others pay next to
 * nothing; then the handler mapping itself says which method it will call. Thread-safe.
 */
public final class HandlerEndpoints implements EndpointResolver, SmartInitializingSingleton {
    private final RequestMappingHandlerMapping mapping;
    private final EndpointFactory factory;
    private final TransactionCheck transactions;
    private volatile List<Route> routes = List.of();

    public HandlerEndpoints(
            RequestMappingHandlerMapping mapping, EndpointFactory factory, TransactionCheck transactions) {
        this.mapping = mapping;
        this.factory = factory;
        this.transactions = transactions;
    }

    /**
     * @param httpMethod null = any
     */
    private record Route(@Nullable String httpMethod, PathPattern pattern, Method method, ProtectedEndpoint endpoint) {
        boolean takes(String requested) {
            return httpMethod == null
                    || httpMethod.equals(requested)
                    || (httpMethod.equals("GET") && requested.equals("HEAD")); // as Spring's mapping does
        }
    }

    @Override
    public void afterSingletonsInstantiated() {
        List<Route> found = new ArrayList<>();
        mapping.getHandlerMethods().forEach((info, handler) -> {
            Idempotent annotation = IdempotentMethods.annotationOf(handler.getMethod());
            if (annotation != null) {
                HandlerCheck.check(handler);
                if (annotation.guarantee() == Idempotent.Guarantee.TRANSACTIONAL) {
                    transactions.check(handler.getBeanType(), handler.getMethod());
                }
                add(found, info, handler.getMethod());
            }
        });
        routes = List.copyOf(found);
    }

    private void add(List<Route> found, RequestMappingInfo info, Method method) {
        PathPatternsRequestCondition patterns = info.getPathPatternsCondition();
        if (patterns == null) {
            throw new MisuseException(SpringTexts.antPatterns(method));
        }
        Set<RequestMethod> httpMethods =
                new TreeSet<>(info.getMethodsCondition().getMethods());
        for (PathPattern pattern : patterns.getPatterns()) {
            String path = pattern.getPatternString();
            if (httpMethods.isEmpty()) {
                found.add(new Route(null, pattern, method, factory.create(method, "* " + path)));
            }
            for (RequestMethod httpMethod : httpMethods) {
                String route = httpMethod + " " + path;
                found.add(new Route(httpMethod.name(), pattern, method, factory.create(method, route)));
            }
        }
    }

    @Override
    public Optional<ProtectedEndpoint> resolve(HttpServletRequest request) {
        String httpMethod = request.getMethod();
        List<Route> candidates =
                routes.stream().filter(route -> route.takes(httpMethod)).toList();
        if (candidates.isEmpty()) {
            return Optional.empty();
        }
        PathContainer path = ServletRequestPathUtils.parse(request).pathWithinApplication();
        return candidates.stream().anyMatch(route -> route.pattern.matches(path))
                ? asMapped(candidates, request)
                : Optional.empty();
    }

    private Optional<ProtectedEndpoint> asMapped(List<Route> candidates, HttpServletRequest request) {
        Object before = request.getAttribute(ServletRequestPathUtils.PATH_ATTRIBUTE);
        ServletRequestPathUtils.parseAndCache(request);
        try {
            HandlerExecutionChain chain = mapping.getHandler(request);
            if (chain == null || !(chain.getHandler() instanceof HandlerMethod handler)) {
                return Optional.empty();
            }
            Object pattern = request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
            return candidates.stream()
                    .filter(route -> route.method.equals(handler.getMethod())
                            && route.pattern.getPatternString().equals(String.valueOf(pattern)))
                    .findFirst()
                    .map(route -> route.endpoint.withPathVariables(pathVariables(request)));
        } catch (Exception e) {
            return Optional.empty(); // wrong media type or the like: the dispatcher will say so, no handler will run
        } finally {
            restore(request, before);
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, String> pathVariables(HttpServletRequest request) {
        Object variables = request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE);
        return variables == null ? Map.of() : (Map<String, String>) variables;
    }

    private static void restore(HttpServletRequest request, @Nullable Object path) {
        if (path == null) {
            ServletRequestPathUtils.clearParsedRequestPath(request);
        } else {
            request.setAttribute(ServletRequestPathUtils.PATH_ATTRIBUTE, path);
        }
    }
}
