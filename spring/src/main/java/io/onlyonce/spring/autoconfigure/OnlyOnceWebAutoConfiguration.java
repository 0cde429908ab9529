package io.onlyonce.spring.autoconfigure;

import io.onlyonce.OnlyOnce;
import io.onlyonce.http.FilterSettings;
import io.onlyonce.http.IdempotencyFilter;
import io.onlyonce.http.ProblemWriter;
import io.onlyonce.http.ReplayedHeaders;
import io.onlyonce.http.ScopeResolver;
import io.onlyonce.probe.RejectionEvents;
import io.onlyonce.spring.Engines;
import io.onlyonce.spring.OnlyOnceProperties;
import io.onlyonce.spring.OnlyOnceProperties.Http;
import io.onlyonce.spring.OperationSettings;
import io.onlyonce.spring.check.TransactionCheck;
import io.onlyonce.spring.web.AttemptArgument;
import io.onlyonce.spring.web.EndpointFactory;
import io.onlyonce.spring.web.FilterOrderCheck;
import io.onlyonce.spring.web.HandlerEndpoints;
import io.onlyonce.spring.web.MistakenFailures;
import io.onlyonce.spring.web.OpenApiContribution;
import io.onlyonce.spring.web.PrincipalScope;
import io.onlyonce.spring.web.ProblemResolver;
import io.onlyonce.transaction.TransactionRunner;
import jakarta.servlet.DispatcherType;
import java.util.List;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** The filter that protects annotated handler methods, after every other filter, and what the API description says of them. */
@AutoConfiguration(
        after = OnlyOnceAutoConfiguration.class,
        afterName = "org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration")
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnBean(OnlyOnce.class)
@ConditionalOnProperty(name = "onlyonce.http.enabled", matchIfMissing = true)
public class OnlyOnceWebAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    ScopeResolver onlyOnceScopeResolver(OnlyOnceProperties properties) {
        return new PrincipalScope(properties.http().anonymous());
    }

    @Bean
    @ConditionalOnMissingBean
    ProblemWriter onlyOnceProblemWriter(OnlyOnceProperties properties) {
        return ProblemWriter.json(properties.http().problemBase());
    }

    @Bean
    ProblemResolver onlyOnceProblemResolver(ProblemWriter problems) {
        return new ProblemResolver(problems);
    }

    /** What looks to Spring like a client that is gone would be ended by its own resolver, without a word. */
    @Bean
    WebMvcConfigurer onlyOnceMistakenProblems(ProblemResolver problems) {
        return new WebMvcConfigurer() {
            @Override
            public void extendHandlerExceptionResolvers(List<HandlerExceptionResolver> resolvers) {
                resolvers.add(Math.max(0, resolvers.size() - 1), problems.beforeSpring()); // its own is the last
            }
        };
    }

    @Bean
    MistakenFailures onlyOnceMistakenFailures() {
        return new MistakenFailures();
    }

    @Bean
    HandlerEndpoints onlyOnceHandlerEndpoints(
            @Qualifier("requestMappingHandlerMapping") RequestMappingHandlerMapping mapping,
            Engines engines,
            OperationSettings settings,
            OnlyOnceProperties properties,
            TransactionCheck transactions) {
        return new HandlerEndpoints(mapping, new EndpointFactory(engines, settings, properties), transactions);
    }

    @Bean
    WebMvcConfigurer onlyOnceAttemptArgument() {
        return new WebMvcConfigurer() {
            @Override
            public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
                resolvers.add(new AttemptArgument());
            }
        };
    }

    @Bean
    FilterOrderCheck onlyOnceFilterOrderCheck(ListableBeanFactory beans, OnlyOnceProperties properties) {
        return new FilterOrderCheck(beans, properties.http().order());
    }

    @Bean
    FilterRegistrationBean<IdempotencyFilter> onlyOnceFilter(
            ObjectProvider<HandlerEndpoints> handlers,
            ScopeResolver scopes,
            ProblemWriter problems,
            TransactionRunner transactions,
            ObjectProvider<RejectionEvents> listeners,
            OnlyOnceProperties properties) {
        Http http = properties.http();
        // filters are made first; the handler mapping, and what needs a database, are left until their turn
        SingletonSupplier<HandlerEndpoints> endpoints = SingletonSupplier.of(handlers::getObject);
        SingletonSupplier<List<RejectionEvents>> all =
                SingletonSupplier.of(() -> listeners.orderedStream().toList());
        FilterSettings settings = FilterSettings.of(
                        request -> endpoints.obtain().resolve(request), scopes)
                .withProblems(problems)
                .withRejections(rejection -> all.obtain().forEach(one -> one.rejected(rejection)))
                .withKeyHeader(http.header())
                .withRequestIdHeader(http.requestIdHeader())
                .withReplayedHeaders(
                        ReplayedHeaders.defaults().and(http.replayedHeaders().toArray(String[]::new)))
                .withMaxBodyBytes(http.maxRequestSize())
                .withRetryable(transactions::retryable);
        FilterRegistrationBean<IdempotencyFilter> filter =
                new FilterRegistrationBean<>(new IdempotencyFilter(settings));
        filter.setOrder(http.order());
        filter.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.FORWARD);
        return filter;
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springdoc.core.customizers.GlobalOperationCustomizer")
    static class OpenApi {
        @Bean
        OpenApiContribution onlyOnceOpenApiContribution(OnlyOnceProperties properties, OperationSettings settings) {
            return new OpenApiContribution(properties, settings);
        }
    }
}
