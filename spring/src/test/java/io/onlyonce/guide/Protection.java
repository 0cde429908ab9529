package io.onlyonce.guide;

import io.onlyonce.OnlyOnce;
import io.onlyonce.http.FilterSettings;
import io.onlyonce.http.IdempotencyFilter;
import io.onlyonce.http.ProtectedEndpoint;
import io.onlyonce.http.Routes;
import io.onlyonce.http.ScopeResolver;
import io.onlyonce.http.StatusPolicy;
import io.onlyonce.transaction.TransactionRunner;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import java.util.EnumSet;

/** The filter in a servlet container without Spring. */
final class Protection {
    private Protection() {}

    static void addTo(ServletContext context, OnlyOnce onlyOnce, TransactionRunner transactions) {
        ProtectedEndpoint orders = ProtectedEndpoint.of(onlyOnce, "POST /api/orders", StatusPolicy.remembering(409));
        FilterSettings settings =
                FilterSettings.of(Routes.of(orders), ScopeResolver.principal()).withRetryable(transactions::retryable);
        FilterRegistration.Dynamic filter = context.addFilter("onlyonce", new IdempotencyFilter(settings));
        filter.setAsyncSupported(true); // for the other endpoints
        filter.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST, DispatcherType.FORWARD), true, "/*");
    }
}
