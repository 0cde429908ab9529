package io.onlyonce.shop.leased;

import io.onlyonce.OnlyOnce;
import io.onlyonce.http.FilterSettings;
import io.onlyonce.http.IdempotencyFilter;
import io.onlyonce.http.ProblemWriter;
import io.onlyonce.http.ScopeResolver;
import io.onlyonce.spring.OnlyOnceProperties;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A second filter beside the starter's, in the same place and with the same answers, for the {@link LeasedEndpoint}s. */
@Configuration(proxyBeanMethods = false)
class LeasedFilter {
    @Bean
    FilterRegistrationBean<IdempotencyFilter> leasedRequests(
            ObjectProvider<LeasedEndpoint> endpoints,
            @Qualifier("leasedOnlyOnce") OnlyOnce leased,
            ScopeResolver scopes,
            ProblemWriter problems,
            OnlyOnceProperties properties) {
        LeasedRoutes routes = new LeasedRoutes(endpoints.orderedStream().toList(), leased, properties);
        FilterSettings settings = FilterSettings.of(routes, scopes)
                .withProblems(problems)
                .withKeyHeader(properties.http().header())
                .withMaxBodyBytes(properties.http().maxRequestSize());
        FilterRegistrationBean<IdempotencyFilter> filter =
                new FilterRegistrationBean<>(new IdempotencyFilter(settings));
        filter.setName("leasedRequests"); // the starter's has the class's name
        filter.setOrder(properties.http().order());
        return filter;
    }
}
