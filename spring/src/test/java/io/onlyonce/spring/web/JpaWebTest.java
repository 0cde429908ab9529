package io.onlyonce.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Client.Answer;
import io.onlyonce.spring.support.JpaEffect;
import io.onlyonce.spring.support.WebApp;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** An application with Spring Data JPA, as Spring Boot puts it together. */
class JpaWebTest {
    private static BusinessDatabase database;
    private static WebApp app;

    private final String key = UUID.randomUUID().toString();

    interface JpaEffects extends JpaRepository<JpaEffect, String> {}

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({HibernateJpaAutoConfiguration.class, DataJpaRepositoriesAutoConfiguration.class})
    @EntityScan(basePackageClasses = JpaEffect.class)
    @EnableJpaRepositories(considerNestedRepositories = true)
    static class Persistence {
        @Bean
        FilterRegistrationBean<Filter> principal() {
            FilterRegistrationBean<Filter> filter = new FilterRegistrationBean<>(
                    (request, response, chain) -> chain.doFilter(new Named((HttpServletRequest) request), response));
            filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
            return filter;
        }
    }

    /** A request whose caller names himself in a header. */
    private static final class Named extends HttpServletRequestWrapper {
        Named(HttpServletRequest request) {
            super(request);
        }

        @Override
        public @Nullable Principal getUserPrincipal() {
            String user = getHeader("X-User");
            return user == null ? null : () -> user;
        }
    }

    @RestController
    static class Controller {
        private final JpaEffects effects;

        Controller(JpaEffects effects) {
            this.effects = effects;
        }

        @PostMapping("/effects/{key}/{document}")
        @Idempotent
        public String create(@PathVariable String key, @PathVariable String document) {
            return effects.save(new JpaEffect(key, document)).getId();
        }

        @PostMapping("/refused/{key}")
        @Idempotent
        public void refused(@PathVariable String key, HttpServletResponse response) throws IOException {
            effects.save(new JpaEffect(key, key));
            response.sendError(409);
        }
    }

    @BeforeAll
    static void open() {
        database = BusinessDatabase.postgres();
        app = WebApp.start(database, Persistence.class, Controller.class);
    }

    @AfterAll
    static void close() {
        app.close();
        database.close();
    }

    @AfterEach
    void check() {
        database.standingChecks();
    }

    private Answer send(String path, String no) {
        return app.client().post(path).key(no).header("X-User", "ann").send();
    }

    @Test
    @DisplayName("what a repository writes commits with the record, on one connection")
    void committed() {
        assertThat(app.bean(PlatformTransactionManager.class)).isInstanceOf(JpaTransactionManager.class);
        app.counting().reset();
        Answer first = send("/effects/" + key + "/" + key, key);
        assertThat(first.status()).isEqualTo(200);
        assertThat(app.counting().connectionsBorrowed()).isEqualTo(1);
        assertThat(app.counting().mostConnectionsAtOnce()).isEqualTo(1);
        assertThat(app.counting().commits()).isEqualTo(1);
        assertThat(send("/effects/" + key + "/" + key, key).bytes()).isEqualTo(first.bytes());
        database.assertDoneOnce(key);
    }

    @Test
    @DisplayName(
            "B-16 a unique violation that shows only at the flush: 500, nothing kept, the retry runs once the way is free")
    void violationAtFlush() {
        String other = UUID.randomUUID().toString();
        assertThat(send("/effects/" + other + "/" + key, other).status()).isEqualTo(200);
        for (int call = 0; call < 2; call++) {
            Answer failed = send("/effects/" + key + "/" + key, key);
            assertThat(failed.status()).isEqualTo(500);
            assertThat(failed.isReplay()).isFalse();
            database.assertNothing(key);
        }
        database.database().update("UPDATE jpa_effect SET document_no = ? WHERE name = ?", other, other);
        Answer second = send("/effects/" + key + "/" + key, key);
        assertThat(second.status()).isEqualTo(200);
        assertThat(send("/effects/" + key + "/" + key, key).bytes()).isEqualTo(second.bytes());
        database.assertDoneOnce(key);
    }

    @Test
    @DisplayName("B-15 a remembered 409: what was persisted and not flushed is not kept, the refusal is")
    void refused() {
        assertThat(send("/refused/" + key, key).status()).isEqualTo(409);
        Answer replay = send("/refused/" + key, key);
        assertThat(replay.status()).isEqualTo(409);
        assertThat(replay.isReplay()).isTrue();
        database.assertRefused(key);
    }

    @Test
    @DisplayName("B-02 a caller without a name is refused with 401, and nothing is done")
    void anonymous() {
        Answer answer =
                app.client().post("/effects/" + key + "/" + key).key(key).send();
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.body()).contains("authentication-required");
        assertThat(app.client()
                        .post("/effects/" + key + "/" + key)
                        .key(key)
                        .header("X-User", " ")
                        .send()
                        .status())
                .isEqualTo(400);
        database.assertNothing(key);
    }
}
