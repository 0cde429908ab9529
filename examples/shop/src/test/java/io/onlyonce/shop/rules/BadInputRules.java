package io.onlyonce.shop.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.shop.harness.Answer;
import io.onlyonce.shop.harness.ShopClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad input of every kind: a 4xx problem, no record, no row. */
public interface BadInputRules extends Rules {

    /** Sends an order and asserts that nothing came of it. */
    default Answer refusedOrder(String json) throws IOException {
        String user = newUser();
        Answer answer = client().order(user, ShopClient.newKey(), json);
        assertLeftNothing(user);
        return answer;
    }

    default void assertLeftNothing(String user) {
        assertThat(ordersOf(user)).isZero();
        assertThat(database().queryLong("SELECT COUNT(*) FROM onlyonce_record WHERE scope = ?", user))
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "nonsense",
                "{\"sku\":\"SKU-1\",\"quantity\":1",
                "{\"sku\":\"SKU-1\",\"quantity\":1}}",
                "{\"sku\":\"SKU-1\",\"sku\":\"SKU-2\",\"quantity\":1}",
                "{'sku':'SKU-1'}",
                "\u0000"
            })
    default void malformed_json(String json) throws IOException {
        assertProblem(refusedOrder(json), 400, "malformed-json");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "\"text\"",
                "7",
                "{}",
                "{\"sku\":\"SKU-1\"}",
                "{\"sku\":null,\"quantity\":1}",
                "{\"sku\":\"SKU-1\",\"quantity\":null}",
                "{\"sku\":\"SKU-1\",\"quantity\":\"1\"}",
                "{\"sku\":\"SKU-1\",\"quantity\":true}",
                "{\"sku\":\"SKU-1\",\"quantity\":[1]}",
                "{\"sku\":1,\"quantity\":1}",
                "{\"sku\":{},\"quantity\":1}",
                "{\"sku\":\"\",\"quantity\":1}",
                "{\"sku\":\"a\\u0000b\",\"quantity\":1}",
                "{\"sku\":\"SKU-1 \",\"quantity\":1}",
                "{\"sku\":\"SKU-1\",\"quantity\":1,\"requestNo\":\"a\\nb\"}",
                "{\"sku\":\"SKU-1\",\"quantity\":1,\"requestNo\":7}"
            })
    default void wrong_types_and_values(String json) throws IOException {
        assertProblem(refusedOrder(json), 400, "invalid-value");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-1",
                "10001",
                "2147483648",
                "-9223372036854775809",
                "99999999999999999999999999999999",
                "1.5",
                "1e100",
                "-1e400"
            })
    default void quantities_out_of_range(String quantity) throws IOException {
        assertProblem(refusedOrder("{\"sku\":\"SKU-1\",\"quantity\":" + quantity + "}"), 422, "quantity-invalid");
    }

    @Test
    @DisplayName("unknown fields are named")
    default void unknown_fields() throws IOException {
        Answer answer = refusedOrder("{\"sku\":\"SKU-1\",\"quantity\":1,\"colour\":\"red\"}");
        assertProblem(answer, 400, "unknown-field");
        assertThat(answer.text("detail")).contains("colour");
    }

    @Test
    @DisplayName("bodies of 10 MB, announced or not: 413; nested a thousand deep: 400")
    default void large_and_deep_bodies() throws IOException {
        byte[] large = " ".repeat(10_000_000).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        String user = newUser();
        for (String path : List.of("/api/orders", "/api/users", "/api/order-forms")) {
            String[] headers = {
                "X-User-Id", user, "Idempotency-Key", ShopClient.newKey(), "Content-Type", "application/json"
            };
            assertProblem(
                    client().send("POST", path, BodyPublishers.ofByteArray(large), headers), 413, "payload-too-large");
        }
        String[] headers = {
            "X-User-Id", user, "Idempotency-Key", ShopClient.newKey(), "Content-Type", "application/json"
        };
        Answer chunked = client().send(
                        "POST",
                        "/api/orders",
                        BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large)),
                        headers);
        assertProblem(chunked, 413, "payload-too-large");
        assertLeftNothing(user);
        Answer deep = refusedOrder("{\"sku\":" + "[".repeat(1000) + "]".repeat(1000) + ",\"quantity\":1}");
        assertThat(deep.status()).isEqualTo(400);
        assertThat(deep.type()).startsWith("application/problem+json");
    }

    @ParameterizedTest
    @CsvSource({
        "GET,/api/nothing,404,not-found",
        "DELETE,/api/orders/x,405,method-not-allowed",
        "FOO,/api/orders,405,method-not-allowed",
        "GET,/api/products/a%00b,400,bad-request",
        "GET,//,404,not-found",
        "GET,/error,404,not-found"
    })
    default void wrong_paths_and_methods(String method, String path, int status, String code) throws IOException {
        assertProblem(client().send(method, path, BodyPublishers.noBody()), status, code);
    }

    @Test
    @DisplayName("media types that nobody takes or makes: 415, 406")
    default void wrong_media_types() throws IOException {
        String user = newUser();
        String[] xml = {"X-User-Id", user, "Idempotency-Key", ShopClient.newKey(), "Content-Type", "text/xml"};
        assertProblem(
                client().send("POST", "/api/orders", BodyPublishers.ofString("<a/>"), xml),
                415,
                "unsupported-media-type");
        assertProblem(client().get("/api/accounts/A1", "Accept", "application/xml"), 406, "not-acceptable");
        assertProblem(client().get("/api/accounts/A1", "Accept", "garbage"), 406, "not-acceptable");
        assertLeftNothing(user);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "uuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuu"})
    default void users_that_are_none(String user) throws IOException {
        assertProblem(
                client().post(
                                "/api/orders",
                                "{\"sku\":\"SKU-1\",\"quantity\":1}",
                                "X-User-Id",
                                user,
                                "Idempotency-Key",
                                "k"),
                400,
                "invalid-value");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "sku=SKU-1",
                "quantity=1",
                "sku=SKU-1&quantity=",
                "sku=SKU-1&quantity=x",
                "sku=SKU-1&quantity=1.5",
                "sku&quantity=1",
                "sku=SKU-1&sku=SKU-2&quantity=1",
                "sku=a%00b&quantity=1"
            })
    default void wrong_forms(String form) throws IOException {
        Answer answer = client().postForm("/api/order-forms", form, "X-Form-Token", "x".repeat(43));
        assertProblem(answer, 400, form.isEmpty() ? answer.text("code") : "invalid-value");
    }

    @ParameterizedTest
    @ValueSource(strings = {"25", "25.0", "25.000", "1e3", "", "abc", "25.00 ", "99999999999999999999.00"})
    default void amounts_that_are_none(String amount) throws IOException {
        assertProblem(client().pay("nope", "A1", amount), 400, "invalid-value");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a\\u0000b|1|x@example.org",
                "' a'|1|x@example.org",
                "a|''|x@example.org",
                "a|1|nobody",
                "a|1|a@b@c",
                "a\\nb|1|x@example.org"
            })
    default void registrations_that_are_none(String username, String phone, String email) throws IOException {
        assertProblem(
                client().post(
                                "/api/users",
                                "{\"username\":\"" + username + "\",\"phone\":\"" + phone + "\",\"email\":\"" + email
                                        + "\"}"),
                400,
                "invalid-value");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"purpose\":null}",
                "{\"purpose\":\"\"}",
                "{\"purpose\":\"a b\"}",
                "{\"purpose\":\"\\u0000\"}",
                "{\"purpose\":1}"
            })
    default void tokens_for_nothing(String json) throws IOException {
        assertProblem(client().post("/api/tokens", json), 400, "invalid-value");
    }
}
