package io.onlyonce.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.probe.Decision;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The guide's Spring Boot application does what the guide says. */
@SpringBootTest(
        classes = GuideApplicationTest.GuideApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "spring.datasource.url=jdbc:h2:mem:guide;DB_CLOSE_DELAY=-1",
            "spring.sql.init.schema-locations=classpath:guide/schema.sql",
            "springdoc.api-docs.enabled=false",
            "onlyonce.schema=create",
            "onlyonce.tokens.endpoint.enabled=true",
            "onlyonce.tokens.endpoint.path=/api/orders/tokens",
            "onlyonce.tokens.purposes.create-order=10m"
        })
class GuideApplicationTest {
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(
            excludeName = {
                "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
                "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration"
            })
    @Import({
        OrderController.class,
        OrderFormController.class,
        Orders.class,
        Notices.class,
        SecurityRules.class,
        DecisionCounter.class
    })
    static class GuideApplication {}

    @LocalServerPort
    private int port;

    @Autowired
    private JdbcClient jdbc;

    @Autowired
    private Notices notices;

    @Autowired
    private DecisionCounter decisions;

    private final HttpClient client = HttpClient.newHttpClient();

    private HttpResponse<String> post(String path, String login, String body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Content-Type", "application/json")
                .header(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)))
                .POST(HttpRequest.BodyPublishers.ofString(body));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    @Test
    @DisplayName("a form with a one-time token places one order; somebody else's token is refused")
    void orderForm() throws Exception {
        String issued = post("/api/orders/tokens", "alice:a", "{\"purpose\":\"create-order\"}")
                .body();
        String token = issued.replaceAll(".*\"token\":\"([^\"]+)\".*", "$1");
        HttpResponse<String> first = form("alice:a", token);
        HttpResponse<String> again = form("alice:a", token);
        HttpResponse<String> stranger = form("bob:b", token);

        assertThat(first.statusCode()).isEqualTo(302);
        assertThat(again.headers().firstValue("Location"))
                .isEqualTo(first.headers().firstValue("Location"));
        assertThat(stranger.statusCode()).isEqualTo(403);
        assertThat(stranger.body()).contains("token-invalid");
        assertThat(count("SELECT count(*) FROM purchase WHERE sku = 'S5'")).isEqualTo(1);
    }

    private HttpResponse<String> form(String login, String token) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/orders/form"))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .header(
                                "Authorization",
                                "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)))
                        .POST(HttpRequest.BodyPublishers.ofString("_token=" + token + "&sku=S5&quantity=1"))
                        .build(),
                BodyHandlers.ofString());
    }

    private long count(String sql) {
        return jdbc.sql(sql).query(Long.class).single();
    }

    @Test
    @DisplayName("an order is placed once; a retry gets the first answer, another payload 422, no key 400")
    void order() throws Exception {
        HttpResponse<String> first =
                post("/api/orders", "alice:a", "{\"sku\":\"S1\",\"quantity\":2}", "Idempotency-Key", "o-1");
        HttpResponse<String> again =
                post("/api/orders", "alice:a", "{ \"quantity\": 2, \"sku\": \"S1\" }", "Idempotency-Key", "\"o-1\"");
        HttpResponse<String> reused =
                post("/api/orders", "alice:a", "{\"sku\":\"S1\",\"quantity\":3}", "Idempotency-Key", "o-1");
        HttpResponse<String> missing = post("/api/orders", "alice:a", "{\"sku\":\"S1\",\"quantity\":2}");
        HttpResponse<String> other =
                post("/api/orders", "bob:b", "{\"sku\":\"S1\",\"quantity\":3}", "Idempotency-Key", "o-1");

        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(first.headers().firstValue("Idempotent-Replayed")).isEmpty();
        assertThat(again.statusCode()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.headers().firstValue("Location"))
                .isEqualTo(first.headers().firstValue("Location"));
        assertThat(again.headers().firstValue("Idempotent-Replayed")).contains("true");
        assertThat(reused.statusCode()).isEqualTo(422);
        assertThat(reused.body()).contains("idempotency-key-reused");
        assertThat(missing.statusCode()).isEqualTo(400);
        assertThat(missing.body()).contains("idempotency-key-missing");
        assertThat(other.statusCode()).isEqualTo(201);
        assertThat(count("SELECT count(*) FROM purchase WHERE sku = 'S1'")).isEqualTo(2);
        assertThat(decisions.counts.get(Decision.Kind.KEY_REUSED).sum()).isEqualTo(1);
    }

    @Test
    @DisplayName("who may not order is not shown a replay either")
    void authorisation() throws Exception {
        HttpResponse<String> refused =
                post("/api/orders", "eve:e", "{\"sku\":\"S2\",\"quantity\":2}", "Idempotency-Key", "o-2");

        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(count("SELECT count(*) FROM onlyonce_record WHERE idempotency_key = 'o-2'"))
                .isZero();
    }

    @Test
    @DisplayName("a 402 is remembered and its writes are rolled back; the volatile field may differ")
    void refusedPayment() throws Exception {
        HttpResponse<String> order =
                post("/api/orders", "alice:a", "{\"sku\":\"S3\",\"quantity\":1}", "Idempotency-Key", "o-3");
        String payments = order.headers().firstValue("Location").orElseThrow() + "/payments";
        HttpResponse<String> poor = pay(payments, "p-1", "poor");
        HttpResponse<String> poorAgain = pay(payments, "p-1", "poor");

        assertThat(poor.statusCode()).isEqualTo(402);
        assertThat(count("SELECT count(*) FROM purchase WHERE sku = 'S3' AND paid"))
                .isZero();
        assertThat(poorAgain.statusCode()).isEqualTo(402);
        assertThat(poorAgain.body()).isEqualTo(poor.body()).contains("too little money");
        assertThat(poorAgain.headers().firstValue("Idempotent-Replayed")).contains("true");
        assertThat(pay(payments, "p-2", "rich").statusCode()).isEqualTo(204);
        assertThat(pay(payments, "p-2", "rich").statusCode()).isEqualTo(204);
        assertThat(count("SELECT balance FROM account WHERE account_id = 'rich'"))
                .isEqualTo(75);
        assertThat(count("SELECT count(*) FROM purchase WHERE sku = 'S3' AND paid"))
                .isEqualTo(1);
    }

    private HttpResponse<String> pay(String path, String key, String account) throws Exception {
        String body = "{\"accountId\":\"" + account + "\",\"amount\":25.00,\"sentAt\":\"" + Instant.now() + "\"}";
        return post(path, "alice:a", body, "Idempotency-Key", key);
    }

    @Test
    @DisplayName("a bean method runs once per key, and its declared exception is remembered")
    void beanMethod() throws Exception {
        jdbc.sql("INSERT INTO purchase (order_id, sku, quantity) VALUES ('N1', 'S4', 1)")
                .update();
        Notices.Receipt first = notices.book(new Notices.Notice("bank", "n-1", "N1", Instant.now()));
        Notices.Receipt again = notices.book(new Notices.Notice("bank", "n-1", "N1", Instant.EPOCH));

        assertThat(again).isEqualTo(first);
        Notices.Notice unknown = new Notices.Notice("bank", "n-2", "N2", Instant.now());
        assertThatThrownBy(() -> notices.book(unknown)).isInstanceOf(Notices.UnknownOrderException.class);
        jdbc.sql("INSERT INTO purchase (order_id, sku, quantity) VALUES ('N2', 'S4', 1)")
                .update();
        assertThatThrownBy(() -> notices.book(unknown))
                .isInstanceOf(Notices.UnknownOrderException.class)
                .hasMessage("There is no order N2");
    }
}
