package io.onlyonce.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.error.MisuseException;
import io.onlyonce.memory.MemoryTokenStore;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.WebApp;
import io.onlyonce.token.TokenGate;
import io.onlyonce.token.TokenStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;

/** Which beans there are for tokens, and which settings are refused. */
class TokenStartUpTest {
    private static BusinessDatabase database;

    @BeforeAll
    static void open() {
        database = BusinessDatabase.h2();
    }

    @AfterAll
    static void close() {
        database.close();
    }

    private static WebApplicationContextRunner runner(String... settings) {
        return WebApp.runner(database).withPropertyValues(settings);
    }

    @Test
    @DisplayName("without settings there are a store, a gate and the helper, and no endpoint")
    void defaults() {
        runner().run(context -> {
            assertThat(context).hasSingleBean(TokenStore.class).hasSingleBean(TokenGate.class);
            assertThat(context.getBean("formTokens")).isInstanceOf(FormTokens.class);
            assertThat(context).doesNotHaveBean(TokenEndpoint.class);
        });
    }

    @Test
    @DisplayName("an application's own store is used; one in memory only in tests")
    void ownStore() {
        WebApplicationContextRunner own = runner().withBean(MemoryTokenStore.class, MemoryTokenStore::new);
        own.withPropertyValues("spring.profiles.active=test").run(context -> {
            assertThat(context.getBean(TokenStore.class)).isInstanceOf(MemoryTokenStore.class);
            assertThat(context).hasSingleBean(TokenGate.class);
        });
        own.run(context -> assertThat(context.getStartupFailure()).hasStackTraceContaining("memoryTokenStore keeps"));
    }

    @Test
    @DisplayName("an endpoint that could issue nothing is refused, with the remedy")
    void noPurposes() {
        runner("onlyonce.tokens.endpoint.enabled=true")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .isInstanceOf(MisuseException.class)
                        .hasMessageContaining("onlyonce.tokens.purposes.create-order=10m"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "onlyonce.tokens.lifetime=100ms",
                "onlyonce.tokens.purposes.create-order=800d",
                "onlyonce.tokens.purposes.[schönes-ding]=10m",
                "onlyonce.token-store=memory",
                "onlyonce.leased-store=none"
            })
    @DisplayName("a setting that makes no sense is refused")
    void settings(String setting) {
        runner(setting).run(context -> assertThat(context).hasFailed());
    }

    @Test
    @DisplayName("the path of the endpoint is a setting")
    void path() {
        try (WebApp app = WebApp.start(
                database,
                FormApp.class,
                "onlyonce.tokens.endpoint.enabled=true",
                "onlyonce.tokens.endpoint.path=/api/form-tokens",
                "onlyonce.tokens.purposes.create-order=10m")) {
            assertThat(app.client()
                            .post("/api/form-tokens")
                            .header("X-User", "ann")
                            .json(FormTokensSuite.CREATE)
                            .send()
                            .status())
                    .isEqualTo(201);
        }
    }
}
