package io.onlyonce.shop.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.shop.harness.Answer;
import io.onlyonce.shop.harness.ShopClient;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What {@code POST /api/stock/{sku}/deductions} tells its callers, wherever its records are kept. */
public interface DeductionRules extends Rules {
    private Answer deduct(String user, String key, String sku, String body) throws IOException {
        String path = "/api/stock/" + sku + "/deductions";
        return key.isEmpty()
                ? client().post(path, body, "X-User-Id", user)
                : client().post(path, body, "X-User-Id", user, "Idempotency-Key", key);
    }

    @Test
    @DisplayName("the contract's answers, to the byte: first, replay, reuse, no key, bad key, a corrected request")
    default void answers_of_deductions() throws IOException {
        String user = newUser();
        String sku = "T-" + user;
        database().update("INSERT INTO product (sku, price, stock, version) VALUES (?, 5.00, 100, 1)", sku);
        String key = ShopClient.newKey();
        assertProblem(deduct(user, key, sku, "{\"quantity\":0}"), 422, "quantity-invalid");
        assertProblem(deduct(user, key, sku, "{\"quantity\":1,\"x\":1}"), 400, "unknown-field");
        Answer first = deduct(user, key, sku, "{\"quantity\":30}");
        assertThat(first).isEqualTo(new Answer(201, "application/json", null, false, 0, "", "", "{\"remaining\":70}"));
        assertThat(deduct(user, key, sku, "{ \"quantity\" : 30 }"))
                .isEqualTo(new Answer(201, "application/json", null, true, 0, "", "", "{\"remaining\":70}"));
        assertProblem(deduct(user, key, sku, "{\"quantity\":31}"), 422, "idempotency-key-reused");
        assertProblem(deduct(user, "", sku, "{\"quantity\":30}"), 400, "idempotency-key-missing");
        assertProblem(deduct(user, "a b", sku, "{\"quantity\":30}"), 400, "idempotency-key-invalid");
        assertThat(deduct(newUser(), key, sku, "{\"quantity\":30}").body()).isEqualTo("{\"remaining\":40}");
        assertThat(stockOf(sku)).isEqualTo(40);
    }

    @Test
    @DisplayName("out of stock is remembered, also after a delivery")
    default void remembered_refusal() throws IOException {
        String user = newUser();
        String sku = "T-" + user;
        database().update("INSERT INTO product (sku, price, stock, version) VALUES (?, 5.00, 2, 1)", sku);
        String key = ShopClient.newKey();
        Answer refused = deduct(user, key, sku, "{\"quantity\":3}");
        assertProblem(refused, 409, "out-of-stock");
        database().update("UPDATE product SET stock = 100 WHERE sku = ?", sku);
        Answer again = deduct(user, key, sku, "{\"quantity\":3}");
        assertThat(again.withoutMark()).isEqualTo(refused.withoutMark());
        assertThat(again.replayed()).isTrue();
        Answer other = deduct(user, ShopClient.newKey(), sku, "{\"quantity\":3}");
        assertThat(other.body()).as("the delivery is seen at once").isEqualTo("{\"remaining\":97}");
        assertThat(stockOf(sku)).isEqualTo(97);
    }

    @Test
    @DisplayName("B-36 a hundred buyers of ten pieces without orders: each piece is sold once, the rest are told so")
    default void more_deductions_than_pieces() throws IOException {
        String sku = "T-" + newUser();
        database().update("INSERT INTO product (sku, price, stock, version) VALUES (?, 5.00, 10, 1)", sku);
        List<Answer> answers =
                herd(100).runAll(member -> deduct("b-" + member, ShopClient.newKey(), sku, "{\"quantity\":1}"));
        assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(10);
        assertThat(answers)
                .filteredOn(answer -> answer.status() != 201)
                .allSatisfy(answer -> assertProblem(answer, 409, "out-of-stock"));
        assertThat(stockOf(sku)).isZero();
        assertThat(database().queryLong("SELECT SUM(quantity) FROM stock_deduction WHERE sku = ?", sku))
                .isEqualTo(10);
    }
}
