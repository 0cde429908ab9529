package io.onlyonce.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.onlyonce.probe.DecisionLog;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.autoconfigure.OnlyOnceActuatorAutoConfiguration;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Client.Answer;
import io.onlyonce.spring.support.Client.Sending;
import io.onlyonce.spring.support.Effects;
import io.onlyonce.spring.support.WebApp;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementContextAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** What operators see and do over HTTP: rejected requests in table and metric, and a purge by hand. */
class OperationsOverHttpTest {
    private static final String ENDPOINT = "/actuator/onlyonce";

    private static BusinessDatabase database;
    private static WebApp app;

    private final String key = UUID.randomUUID().toString();

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        EndpointAutoConfiguration.class,
        ManagementContextAutoConfiguration.class,
        OnlyOnceActuatorAutoConfiguration.class,
        WebEndpointAutoConfiguration.class
    })
    static class Operated {
        @Bean
        MeterRegistry registry(Meters meters) {
            SimpleMeterRegistry registry = new SimpleMeterRegistry();
            meters.bindTo(registry);
            return registry;
        }

        @Bean
        Orders orders(Effects effects) {
            return new Orders(effects);
        }
    }

    @RestController
    static class Orders {
        private final Effects effects;

        Orders(Effects effects) {
            this.effects = effects;
        }

        @Idempotent(operation = "order")
        @PostMapping("/orders")
        public Map<String, String> order(@RequestBody Map<String, String> body) {
            effects.write(body.get("no"));
            return body;
        }
    }

    @BeforeAll
    static void open() {
        database = BusinessDatabase.postgres();
        app = WebApp.start(
                database,
                Operated.class,
                "management.endpoints.web.exposure.include=onlyonce",
                "management.endpoint.onlyonce.access=unrestricted",
                "onlyonce.audit.enabled=true",
                "onlyonce.http.anonymous=shared",
                "onlyonce.http.max-request-size=200",
                "onlyonce.purge.enabled=false");
    }

    @AfterAll
    static void close() {
        app.close();
        database.close();
    }

    private Sending order() {
        return app.client().post("/orders").json("{\"no\":\"" + key + "\"}");
    }

    private static long audited(String condition) {
        return database.queryLong("SELECT COUNT(*) FROM onlyonce_audit WHERE " + condition);
    }

    private static double counted(String code) {
        return app.bean(MeterRegistry.class)
                .get("onlyonce.rejections")
                .tag("operation", "order")
                .tag("code", code)
                .counter()
                .count();
    }

    @Test
    @DisplayName(
            "B-45 rejected requests are in the audit table, with the digest of their key if it was one, and counted; they leave no record")
    void rejected() {
        assertThat(order().header("X-Request-Id", "r-" + key).send().status()).isEqualTo(400);
        assertThat(order().key("two words").send().status()).isEqualTo(400);
        Sending large = app.client().post("/orders").key(key).json("{\"no\":\"" + "x".repeat(300) + "\"}");
        assertThat(large.send().status()).isEqualTo(413);
        Sending broken = app.client().post("/orders").key(key).json("{\"no\":");
        assertThat(broken.send().status()).isEqualTo(400);
        assertThat(database.records()).isZero();
        assertThat(order().key(key).send().status()).isEqualTo(200);

        String digest = DecisionLog.digest(key);
        await().until(() -> audited("event = 'first' AND key_digest = '" + digest + "'") == 1);
        assertThat(audited("event = 'rejected' AND key_digest IS NULL AND record_id IS NULL AND operation = 'order'"))
                .isEqualTo(2);
        assertThat(audited("code = 'idempotency-key-missing' AND request = 'r-" + key + "'"))
                .isEqualTo(1);
        assertThat(audited("code = 'payload-too-large' AND record_id IS NULL AND key_digest = '" + digest + "'"))
                .isEqualTo(1);
        assertThat(audited(
                        "code = 'malformed-json' AND record_id = (SELECT record_id FROM onlyonce_audit WHERE event = 'first'"
                                + " AND key_digest = '" + digest + "')"))
                .isEqualTo(1);
        for (String code : new String[] {
            "idempotency-key-missing", "idempotency-key-invalid", "payload-too-large", "malformed-json"
        }) {
            assertThat(counted(code)).as(code).isEqualTo(1);
        }
        Answer found = app.client()
                .request("GET", ENDPOINT + "?event=rejected&key=" + digest)
                .send();
        assertThat(found.body()).contains("payload-too-large", "malformed-json").doesNotContain(key);
        database.database().execute("UPDATE onlyonce_record SET expires_at = created_at - interval '1 day'");
        Answer purged = app.client()
                .post(ENDPOINT)
                .json("{\"deed\":\"PURGE\",\"limit\":\"10\"}")
                .send();
        assertThat(purged.status()).isEqualTo(200);
        assertThat(purged.body()).contains("\"JdbcRecordMaintenance\":1", "\"more\":false");
        assertThat(database.records()).isZero();
        await().until(() ->
                audited("event = 'purged_by_hand' AND operation = 'JdbcRecordMaintenance' AND code = '1'") == 1);
    }

    @Test
    @DisplayName("a deed that does not exist and a limit that is none are 400, and nothing is done")
    void badDeeds() {
        for (String body : new String[] {"{}", "{\"deed\":\"DROP\"}", "{\"deed\":\"PURGE\",\"limit\":\"many\"}"}) {
            assertThat(app.client().post(ENDPOINT).json(body).send().status())
                    .as(body)
                    .isEqualTo(400);
        }
        assertThat(app.client()
                        .post(ENDPOINT)
                        .json("{\"deed\":\"REDRIVE\",\"consumer\":\"c\",\"source\":\"s\"}")
                        .send()
                        .body())
                .contains("no consumers");
        assertThat(audited("actor IS NOT NULL AND event = 'redriven_by_hand'")).isZero();
    }
}
