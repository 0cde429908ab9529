package io.onlyonce.shop.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.shop.harness.Answer;
import io.onlyonce.shop.harness.ShopClient;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@code PUT /api/products/{sku}} and {@code POST /api/stock/{sku}/deductions}. */
public interface ProductRules extends Rules {

    /** A product of a test's own, 5.00, 100 pieces, version 1. */
    default String newProduct() {
        String sku = "T-" + UUID.randomUUID();
        database().update("INSERT INTO product (sku, price, stock, version) VALUES (?, 5.00, 100, 1)", sku);
        return sku;
    }

    default Answer put(String sku, String ifMatch, String json) throws IOException {
        String path = "/api/products/" + sku;
        return ifMatch.isEmpty()
                ? client().send("PUT", path, BodyPublishers.ofString(json), "Content-Type", "application/json")
                : client().send(
                                "PUT",
                                path,
                                BodyPublishers.ofString(json),
                                "Content-Type",
                                "application/json",
                                "If-Match",
                                ifMatch);
    }

    @Test
    @DisplayName("a change names the version it was made from, and gets the next one")
    default void a_change_by_version() throws IOException {
        String sku = newProduct();
        assertThat(client().get("/api/products/" + sku).etag()).isEqualTo("\"1\"");
        Answer changed = put(sku, "\"1\"", "{\"price\":\"6.00\",\"stock\":50}");
        assertThat(changed.status()).as(changed.body()).isEqualTo(200);
        assertThat(changed.etag()).isEqualTo("\"2\"");
        assertThat(changed.text("price")).isEqualTo("6.00");
        assertThat(stockOf(sku)).isEqualTo(50);
    }

    @Test
    @DisplayName("an old version: 412 with the current state, and nothing is changed; a retry with it succeeds")
    default void a_conflict() throws IOException {
        String sku = newProduct();
        put(sku, "\"1\"", "{\"price\":\"6.00\",\"stock\":50}");
        Answer conflict = put(sku, "\"1\"", "{\"price\":\"7.00\",\"stock\":70}");
        assertProblem(conflict, 412, "version-conflict");
        assertThat(conflict.json().path("current").path("price").asString()).isEqualTo("6.00");
        assertThat(conflict.json().path("current").path("version").asLong()).isEqualTo(2);
        assertThat(stockOf(sku)).isEqualTo(50);
        assertThat(put(sku, "\"2\"", "{\"price\":\"7.00\",\"stock\":70}").status())
                .isEqualTo(200);
    }

    @Test
    @DisplayName(
            "no version: 428; no entity tag: 400; a weak or foreign one: 412; a negative value: 400; no product: 404")
    default void changes_that_are_refused() throws IOException {
        String sku = newProduct();
        String values = "{\"price\":\"6.00\",\"stock\":50}";
        assertProblem(put(sku, "", values), 428, "precondition-required");
        assertProblem(put(sku, "*", values), 428, "precondition-required");
        assertProblem(put(sku, "1", values), 400, "if-match-invalid");
        assertProblem(put(sku, "W/\"1\"", values), 412, "version-conflict");
        assertProblem(put(sku, "\"abc\"", values), 412, "version-conflict");
        assertProblem(put(sku, "\"1\"", "{\"price\":\"-6.00\",\"stock\":50}"), 400, "invalid-value");
        assertProblem(put(sku, "\"1\"", "{\"price\":\"6.00\",\"stock\":-1}"), 400, "invalid-value");
        assertProblem(put(sku, "\"1\"", "{\"price\":\"6.00\"}"), 400, "invalid-value");
        assertProblem(put("nope", "\"1\"", values), 404, "no-such-product");
        assertThat(stockOf(sku)).isEqualTo(100);
        assertThat(put(sku, "\"9\", \"1\"", values).status()).isEqualTo(200);
    }

    @Test
    @DisplayName("twenty editors with one version at once, fifty rounds: one wins, 19 are told")
    default void editors() throws IOException {
        String sku = newProduct();
        for (int round = 1; round <= 50; round++) {
            String seen = "\"" + round + "\"";
            List<Answer> answers =
                    herd(20).runAll(member -> put(sku, seen, "{\"price\":\"6.00\",\"stock\":" + (1000 + member) + "}"));
            assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
            assertThat(answers)
                    .filteredOn(answer -> answer.status() != 200)
                    .allSatisfy(answer -> assertProblem(answer, 412, "version-conflict"));
            Answer winner = answers.stream()
                    .filter(answer -> answer.status() == 200)
                    .findFirst()
                    .orElseThrow();
            assertThat(stockOf(sku)).isEqualTo(winner.json().path("stock").asLong());
        }
    }

    @Test
    @DisplayName("an order counts the version up: an absolute stock never overwrites a sale")
    default void a_sale_in_between() throws IOException {
        String sku = newProduct();
        ordered(newUser(), sku);
        assertProblem(put(sku, "\"1\"", "{\"price\":\"5.00\",\"stock\":100}"), 412, "version-conflict");
        assertThat(stockOf(sku)).isEqualTo(99);
    }

    default Answer deduct(String sku, String key, int quantity) throws IOException {
        return client().post(
                        "/api/stock/" + sku + "/deductions", "{\"quantity\":" + quantity + "}", "Idempotency-Key", key);
    }

    @Test
    @DisplayName("B-36 a deduction takes what is there, once per key: 201 with what remains, 409 if it is too much")
    default void deductions() throws IOException {
        String sku = newProduct();
        String key = ShopClient.newKey();
        Answer first = deduct(sku, key, 30);
        assertThat(first.status()).as(first.body()).isEqualTo(201);
        assertThat(first.json().path("remaining").asInt()).isEqualTo(70);
        assertThat(deduct(sku, key, 30).withoutMark()).isEqualTo(first.withoutMark());
        assertProblem(deduct(sku, ShopClient.newKey(), 71), 409, "out-of-stock");
        assertProblem(deduct(sku, ShopClient.newKey(), 0), 422, "quantity-invalid");
        assertProblem(deduct(sku, ShopClient.newKey(), -1), 422, "quantity-invalid");
        assertProblem(deduct("nope", ShopClient.newKey(), 1), 404, "no-such-product");
        assertThat(stockOf(sku)).isEqualTo(70);
        assertThat(database().queryLong("SELECT SUM(quantity) FROM stock_deduction WHERE sku = ?", sku))
                .isEqualTo(30);
    }

    @Test
    @DisplayName("B-36 fifty who want three of a hundred at once: 33 get them, one piece stays")
    default void deductions_at_once() {
        String sku = newProduct();
        List<Answer> answers = herd(50).runAll(member -> deduct(sku, ShopClient.newKey(), 3));
        assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(33);
        assertThat(answers)
                .filteredOn(answer -> answer.status() != 201)
                .allSatisfy(answer -> assertProblem(answer, 409, "out-of-stock"));
        assertThat(stockOf(sku)).isEqualTo(1);
    }
}
