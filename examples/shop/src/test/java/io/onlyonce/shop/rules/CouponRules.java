package io.onlyonce.shop.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.shop.harness.Answer;
import io.onlyonce.shop.harness.ShopClient;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@code POST /api/coupons/{code}/claims}, and orders with a coupon. */
public interface CouponRules extends Rules {

    default Answer claim(String user, String code) throws IOException {
        return client().post("/api/coupons/" + code + "/claims", "", "X-User-Id", user);
    }

    default Answer orderWith(String user, String coupon) throws IOException {
        return client().order(
                        user,
                        ShopClient.newKey(),
                        "{\"sku\":\"SKU-7\",\"quantity\":1,\"couponCode\":\"" + coupon + "\"}");
    }

    /** A coupon of a test's own. */
    default String newCoupon(int pieces) {
        String code = "C-" + UUID.randomUUID();
        database().update("INSERT INTO coupon (code, remaining) VALUES (?, ?)", code, pieces);
        return code;
    }

    default long remaining(String code) {
        return database().queryLong("SELECT remaining FROM coupon WHERE code = ?", code);
    }

    @Test
    @DisplayName("a user has a coupon once: 201, then 200 with the same claim; the last piece exhausts it")
    default void one_per_user() throws IOException {
        String code = newCoupon(2);
        String user = newUser();
        Answer first = claim(user, code);
        assertThat(first.status()).as(first.body()).isEqualTo(201);
        Answer again = claim(user, code);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(claim(newUser(), code).status()).isEqualTo(201);
        assertProblem(claim(newUser(), code), 409, "coupon-exhausted");
        assertThat(claim(user, code).status()).as("he has his").isEqualTo(200);
        assertThat(remaining(code)).isZero();
        assertProblem(claim(user, "nope"), 404, "no-such-coupon");
    }

    @Test
    @DisplayName("an order takes a coupon along, or uses the one that the user has; another order can't use it again")
    default void used_once() throws IOException {
        String code = newCoupon(5);
        String user = newUser();
        assertThat(orderWith(user, code).status()).isEqualTo(201);
        assertThat(remaining(code)).isEqualTo(4);
        assertProblem(orderWith(user, code), 409, "coupon-used");
        assertThat(ordersOf(user)).isEqualTo(1);
        String other = newUser();
        claim(other, code);
        assertThat(orderWith(other, code).status()).isEqualTo(201);
        assertThat(remaining(code)).isEqualTo(3);
        assertProblem(orderWith(newUser(), "nope"), 404, "no-such-coupon");
    }

    @Test
    @DisplayName(
            "B-37 a cancelled order gives back what it took: its coupon to the pile, or the user's own to him, once")
    default void given_back_once() throws IOException {
        String code = newCoupon(5);
        String taker = newUser();
        String owner = newUser();
        claim(owner, code);
        for (String user : List.of(taker, owner)) {
            String orderId = orderWith(user, code).text("orderId");
            assertThat(remaining(code)).isEqualTo(user.equals(taker) ? 3 : 4);
            herd(4).runAll(member -> client().post("/api/orders/" + orderId + "/cancellation", ""));
            assertThat(remaining(code)).isEqualTo(4);
        }
        assertThat(orderWith(owner, code).status()).as("his own is his again").isEqualTo(201);
        assertThat(orderWith(taker, code).status())
                .as("and there is one for him, too")
                .isEqualTo(201);
        assertThat(remaining(code)).isEqualTo(3);
    }

    @Test
    @DisplayName("an order that is out of stock takes no coupon")
    default void nothing_half() throws IOException {
        String code = newCoupon(1);
        assertProblem(
                client().order(
                                newUser(),
                                ShopClient.newKey(),
                                "{\"sku\":\"SKU-7\",\"quantity\":9999,\"couponCode\":\"" + code + "\"}"),
                409,
                "out-of-stock");
        assertThat(remaining(code)).isEqualTo(1);
    }

    @Test
    @DisplayName("100 pieces, 1000 users, each twice: exactly 100 get one, and nobody two")
    default void a_thousand_users() {
        String code = newCoupon(100);
        List<Integer> won = herd(100).runAll(member -> {
            int claims = 0;
            for (int user = 0; user < 10; user++) {
                String name = "u-" + code + "-" + member + "-" + user;
                Answer first = claim(name.substring(name.length() - 40), code);
                Answer again = claim(name.substring(name.length() - 40), code);
                if (first.status() == 201) {
                    claims++;
                    assertThat(again.status()).isEqualTo(200);
                } else {
                    assertProblem(first, 409, "coupon-exhausted");
                    assertProblem(again, 409, "coupon-exhausted");
                }
            }
            return claims;
        });
        assertThat(won.stream().mapToInt(Integer::intValue).sum()).isEqualTo(100);
        assertThat(remaining(code)).isZero();
        assertThat(database().queryLong("SELECT COUNT(*) FROM coupon_claim WHERE code = ?", code))
                .isEqualTo(100);
    }
}
