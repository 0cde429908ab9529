package io.onlyonce.spring.web;

import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Client.Sending;
import io.onlyonce.spring.support.WebApp;
import io.onlyonce.testkit.RecordingProbe;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.configuration.SpringDocConfiguration;
import org.springdoc.core.configuration.SpringDocSpecPropertiesConfiguration;
import org.springdoc.core.properties.SpringDocConfigProperties;
import org.springdoc.webmvc.core.configuration.MultipleOpenApiSupportConfiguration;
import org.springdoc.webmvc.core.configuration.SpringDocWebMvcConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

/** The application of most web tests: PostgreSQL, Spring Security, springdoc. Started once. */
final class SecuredApp {
    private static @Nullable WebApp app;

    private SecuredApp() {}

    static synchronized WebApp get() {
        if (app == null) {
            app = WebApp.start(
                    BusinessDatabase.postgres(),
                    WebApp.Security.class,
                    Rules.class,
                    SpringDoc.class,
                    Things.Service.class,
                    Things.Controller.class,
                    Things.Advice.class,
                    Gated.Controller.class,
                    Gated.Gate.class);
        }
        return app;
    }

    static String newKey() {
        return UUID.randomUUID().toString();
    }

    /** A request for an order whose number is the key. */
    static Sending order(String path, String key) {
        return get().client().post(path).as("ann").key(key).json("{\"no\":\"" + key + "\",\"amount\":1}");
    }

    /** Who may enter, as the application's administrators have it at the moment. */
    static final class Rights {
        private final Set<String> withdrawn = ConcurrentHashMap.newKeySet();
        final AtomicBoolean tooManyRequests = new AtomicBoolean();

        void withdraw(String user) {
            withdrawn.add(user);
        }

        void give(String user) {
            withdrawn.remove(user);
        }

        boolean mayEnter(String user) {
            return !user.equals("anonymousUser") && !withdrawn.contains(user);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Rules {
        @Bean
        Rights rights() {
            return new Rights();
        }

        @Bean
        RecordingProbe recordingProbe() {
            return new RecordingProbe();
        }

        /** Compares; the usual one is slow on purpose. */
        @Bean
        PasswordEncoder passwords() {
            return new PasswordEncoder() {
                @Override
                public String encode(@Nullable CharSequence password) {
                    return String.valueOf(password);
                }

                @Override
                public boolean matches(@Nullable CharSequence password, @Nullable String encoded) {
                    return encode(password).equals(encoded);
                }
            };
        }

        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager(
                    User.withUsername("ann").password("ann").build(),
                    User.withUsername("bob").password("bob").build());
        }

        @Bean
        SecurityFilterChain rules(HttpSecurity http, Rights rights) {
            return http.csrf(csrf -> csrf.disable())
                    .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                    .httpBasic(Customizer.withDefaults())
                    .authorizeHttpRequests(requests -> requests.requestMatchers("/v3/api-docs/**", "/error")
                            .permitAll()
                            .anyRequest()
                            .access((user, request) -> new AuthorizationDecision(
                                    rights.mayEnter(user.get().getName()))))
                    .build();
        }

        @Bean
        FilterRegistrationBean<Filter> rateLimit(Rights rights) {
            FilterRegistrationBean<Filter> limit = new FilterRegistrationBean<>((request, response, chain) -> {
                if (rights.tooManyRequests.get()) {
                    ((HttpServletResponse) response).sendError(429);
                } else {
                    chain.doFilter(request, response);
                }
            });
            limit.setOrder(0);
            return limit;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        SpringDocConfiguration.class,
        SpringDocConfigProperties.class,
        SpringDocSpecPropertiesConfiguration.class,
        SpringDocWebMvcConfiguration.class,
        MultipleOpenApiSupportConfiguration.class
    })
    static class SpringDoc {}
}
