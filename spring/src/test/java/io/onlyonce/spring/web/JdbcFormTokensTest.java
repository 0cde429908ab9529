package io.onlyonce.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.jdbc.JdbcTokenStore;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Client.Answer;
import io.onlyonce.spring.support.WebApp;
import io.onlyonce.token.TokenStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Tokens over HTTP, kept in the business database. */
class JdbcFormTokensTest {
    private static WebApp app;

    @BeforeAll
    static void open() {
        app = WebApp.start(BusinessDatabase.postgres(), FormApp.class, FormApp.SETTINGS);
    }

    @AfterAll
    static void close() {
        app.close();
        app.database().close();
    }

    @Nested
    class Forms extends FormTokensSuite {
        Forms() {
            super(app);
        }

        @Test
        @DisplayName(
                "B-12 the work fails, refused or by a fault: the same token places the order, no other one is offered")
        void sameToken() {
            assertThat(app.bean(TokenStore.class)).isInstanceOf(JdbcTokenStore.class);
            String token = issued();
            Answer soldOut = order(token, "sold-out");
            assertThat(soldOut.status()).isEqualTo(409);
            assertThat(soldOut.body()).isEqualTo("sold out");
            assertThat(soldOut.header("X-Form-Token")).isNull();
            assertThat(order(token, "payment").status()).isEqualTo(402);
            assertThat(order(token, "fault").status()).isEqualTo(500);
            assertThat(effects(no())).isZero();
            assertThat(order(token).status()).isEqualTo(200);
            assertThat(order(token, "fault").body()).isEqualTo("order " + no());
            assertThat(effects(no())).isEqualTo(1);
        }
    }
}
