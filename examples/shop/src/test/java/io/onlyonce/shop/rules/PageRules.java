package io.onlyonce.shop.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.shop.harness.Answer;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The page, without a browser. */
public interface PageRules extends Rules {
    Pattern TOKEN = Pattern.compile("name=\"token\" value=\"([^\"]+)\"");

    default String pageToken(String user) throws IOException {
        Answer page = client().get("/?user=" + user);
        assertThat(page.status()).as(page.body()).isEqualTo(200);
        Matcher token = TOKEN.matcher(page.body());
        assertThat(token.find()).isTrue();
        return token.group(1);
    }

    @Test
    @DisplayName(
            "pressed twice, and again after going back: one order, and a redirect, so that a reload repeats nothing")
    default void the_form_orders_once() throws IOException {
        String user = newUser();
        String form = "user=" + user + "&token=" + pageToken(user) + "&sku=SKU-1&quantity=1";
        List<Answer> presses = herd(2).runAll(member -> client().postForm("/page/orders", form));
        Answer afterGoingBack = client().postForm("/page/orders", form);
        assertThat(presses).extracting(Answer::status).containsOnly(302);
        assertThat(presses).extracting(Answer::location).anyMatch(location -> location.endsWith("again=false"));
        assertThat(afterGoingBack.location()).endsWith("again=true");
        assertThat(ordersOf(user)).isEqualTo(1);
        assertThat(client().get("/?user=" + user).body())
                .contains("SKU-1")
                .contains("<span class=\"count\" id=\"total\">1</span>");
    }

    @Test
    @DisplayName("the pay button pays, once")
    default void the_pay_button_pays() throws IOException {
        String user = newUser();
        String orderId = ordered(user, "SKU-1").text("orderId");
        herd(2).runAll(member -> client().postForm("/page/payments", "user=" + user + "&orderId=" + orderId));
        assertThat(client().get("/api/orders/" + orderId).text("status")).isEqualTo("PAID");
    }

    @Test
    @DisplayName("English and Chinese; what comes in as text goes out as text")
    default void languages_and_escaping() throws IOException {
        assertThat(client().get("/", "Accept-Language", "zh-CN").body())
                .contains("下单")
                .contains("lang=\"zh\"");
        assertThat(client().get("/", "Accept-Language", "fr").body()).contains("Your orders");
        assertThat(client().get("/?lang=zh").body()).contains("下单");
        assertThat(client().get("/?user=%3Cb%3E&problem=%3Cscript%3E&done=%3Cscript%3E")
                        .body())
                .doesNotContain("<script>", "<b>");
    }
}
