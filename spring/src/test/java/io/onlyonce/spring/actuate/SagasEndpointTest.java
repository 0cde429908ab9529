package io.onlyonce.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.onlyonce.Call;
import io.onlyonce.Guarantee.Leased;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.ResultCodec;
import io.onlyonce.WhenAbandoned;
import io.onlyonce.record.RecordKey;
import io.onlyonce.saga.GivenUpException;
import io.onlyonce.saga.Participant;
import io.onlyonce.saga.Saga;
import io.onlyonce.saga.Sagas;
import io.onlyonce.spring.autoconfigure.OnlyOnceActuatorAutoConfiguration;
import io.onlyonce.spring.autoconfigure.OnlyOnceSagaAutoConfiguration;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Client.Answer;
import io.onlyonce.spring.support.Effects;
import io.onlyonce.spring.support.WebApp;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementContextAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Sagas that were put aside, over HTTP. */
class SagasEndpointTest {
    private static final String ENDPOINT = "/actuator/onlyoncesagas";
    private static final Operation<String> ORDER = Operation.named("order", ResultCodec.text())
            .guarantee(Leased.<String>of(Duration.ofMillis(100)).whenAbandoned(new WhenAbandoned.Rerun<>()));

    private final String key = UUID.randomUUID().toString();
    private final Call call = Call.of("alice", key, "book");
    private final String record =
            new RecordKey(call.scope().text(), "order", key).id().toUuid().toString();

    private BusinessDatabase database;
    private WebApp app;

    /** What is out of order, of shipping and of taking back. */
    static final class Faults {
        private volatile boolean shipping = true;
        private volatile boolean takingBack;

        private static String or(boolean broken, String answer) throws IOException {
            if (broken) {
                throw new IOException("no carrier");
            }
            return answer;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        EndpointAutoConfiguration.class,
        ManagementContextAutoConfiguration.class,
        OnlyOnceActuatorAutoConfiguration.class,
        OnlyOnceSagaAutoConfiguration.class,
        WebEndpointAutoConfiguration.class
    })
    static class Ordering {
        @Bean
        Faults faults() {
            return new Faults();
        }

        @Bean
        Saga<String, String> order(Participant here, Effects effects, Faults faults) {
            return Saga.of(ORDER, ResultCodec.text(), (item, run) -> {
                run.step(
                        "reserve",
                        here,
                        ResultCodec.text(),
                        attempt -> {
                            effects.write("reserved");
                            return "reserved";
                        },
                        (done, attempt) -> {
                            effects.write("taken back");
                            Faults.or(faults.takingBack, "");
                        });
                return run.step("ship", here, ResultCodec.text(), attempt -> {
                    effects.write("shipped");
                    return Faults.or(faults.shipping, "4711");
                });
            });
        }
    }

    @BeforeEach
    void open() {
        database = BusinessDatabase.postgres();
        app = WebApp.start(
                database,
                Ordering.class,
                "management.endpoints.web.exposure.include=onlyonce,onlyoncesagas",
                "management.endpoint.onlyoncesagas.access=unrestricted",
                "onlyonce.audit.enabled=true",
                "onlyonce.sagas.complete-every=20ms",
                "onlyonce.sagas.max-tries=1",
                "onlyonce.purge.enabled=false");
    }

    @AfterEach
    void close() {
        app.close();
        database.close();
    }

    @SuppressWarnings("unchecked") // the only one
    private Outcome<String> order() throws Exception {
        return app.bean(Sagas.class).run((Saga<String, String>) app.bean(Saga.class), call, "book");
    }

    /** Lets it fail until it is put aside. */
    private void putAside() {
        assertThatThrownBy(this::order).isInstanceOf(IOException.class);
        await().until(() -> list().contains("\"parked\":true"));
    }

    private String list() {
        return app.client().request("GET", ENDPOINT).send().body();
    }

    private Answer say(String id, String saga, String verdict) {
        return app.client()
                .post(ENDPOINT + "/" + id)
                .json("{\"saga\":\"" + saga + "\",\"verdict\":\"" + verdict + "\"}")
                .send();
    }

    private long audited(String event, String code) {
        return database.queryLong("SELECT COUNT(*) FROM onlyonce_audit WHERE event = '" + event
                + "' AND operation = 'order' AND record_id = '" + record + "' AND actor = 'somebody' AND code "
                + code);
    }

    private void assertEffects(long reserved, long takenBack, long shipped) {
        assertThat(database.effects("reserved")).isEqualTo(reserved);
        assertThat(database.effects("taken back")).isEqualTo(takenBack);
        assertThat(database.effects("shipped")).isEqualTo(shipped);
    }

    @Test
    @DisplayName(
            "one that was put aside is shown with its cause; taken back, it comes to its end, and who did it is written down")
    void revived() throws Exception {
        putAside();
        assertThat(list())
                .contains("\"saga\":\"order\"", record, "\"tries\":1", "no carrier")
                .doesNotContain(key, "alice", "book");
        app.bean(Faults.class).shipping = false;
        assertThat(say(record, "order", "REVIVE").status()).isEqualTo(200);
        await().until(() -> list().equals("{\"sagas\":[]}"));
        assertThat(order()).isEqualTo(new Outcome.Replayed<>("4711"));
        await().until(() -> audited("revived_by_hand", "IS NULL") == 1);
        assertThat(app.client()
                        .request("GET", "/actuator/onlyonce/" + record)
                        .send()
                        .body())
                .contains("revived_by_hand");
        assertThat(say(record, "order", "REVIVE").status()).isEqualTo(409);
        assertThat(say(record, "order", "GIVE_UP").status()).isEqualTo(409);
        assertEffects(1, 0, 1);
    }

    @Test
    @DisplayName("given up, it is undone, and each retry is told so")
    void givenUp() {
        putAside();
        Answer answer = say(record, "order", "GIVE_UP");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{\"verdict\":\"GIVE_UP\",\"result\":\"GIVEN_UP\"}");
        assertThatThrownBy(() -> order().orElseThrow()).isInstanceOf(GivenUpException.class);
        await().until(() -> audited("given_up_by_hand", "= 'given_up'") == 1);
        assertThat(list()).isEqualTo("{\"sagas\":[]}");
        assertEffects(1, 1, 0);
    }

    @Test
    @DisplayName("where an undoing fails, the answer says why, and it can be given up again")
    void notUndone() {
        putAside();
        app.bean(Faults.class).takingBack = true;
        Answer answer = say(record, "order", "GIVE_UP");
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.body()).contains("order " + record, "no carrier", "repeat it");
        assertThat(list()).contains(record);
        await().until(() -> audited("given_up_by_hand", "= 'failed'") == 1);
        app.bean(Faults.class).takingBack = false;
        await().until(() -> say(record, "order", "GIVE_UP").status() == 200 || !list().contains(record));
        assertThatThrownBy(() -> order().orElseThrow()).isInstanceOf(GivenUpException.class);
        assertEffects(1, 1, 0);
    }

    @Test
    @DisplayName("an unknown saga, no id and no verdict are 400, and nothing is done")
    void bad() {
        putAside();
        assertThat(say(record, "refund", "REVIVE").status()).isEqualTo(400);
        assertThat(say(record, "refund", "GIVE_UP").body()).contains("refund", "order");
        assertThat(say("7", "order", "REVIVE").body()).contains("\\\"7\\\" is no id");
        assertThat(say(record, "order", "FORGET").status()).isEqualTo(400);
        assertThat(app.client().request("GET", ENDPOINT + "?limit=0").send().status())
                .isEqualTo(400);
        assertThat(say(UUID.randomUUID().toString(), "order", "GIVE_UP").body()).contains("Nothing was done");
        assertThat(list()).contains("\"parked\":true");
        assertEffects(1, 0, 0);
    }
}
