package io.onlyonce.spring.autoconfigure;

import io.onlyonce.http.ScopeResolver;
import io.onlyonce.spring.OnlyOnceProperties;
import io.onlyonce.spring.TokenIssuer;
import io.onlyonce.spring.web.FormTokens;
import io.onlyonce.spring.web.FreshTokens;
import io.onlyonce.spring.web.TokenEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;

/** One-time tokens of web pages: a helper for forms, a fresh token where one was spent, and an endpoint if it is switched on. */
@AutoConfiguration(after = OnlyOnceWebAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnBean({TokenIssuer.class, ScopeResolver.class})
public class OnlyOnceTokenWebAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    FormTokens formTokens(TokenIssuer issuer, ScopeResolver scopes, OnlyOnceProperties properties) {
        return new FormTokens(issuer, scopes, properties.tokens());
    }

    @Bean
    FreshTokens onlyOnceFreshTokens(OnlyOnceProperties properties) {
        return new FreshTokens(properties.tokens());
    }

    @Bean
    @ConditionalOnProperty("onlyonce.tokens.endpoint.enabled")
    TokenEndpoint onlyOnceTokenEndpoint(FormTokens tokens, OnlyOnceProperties properties) {
        return new TokenEndpoint(tokens, properties.tokens());
    }
}
