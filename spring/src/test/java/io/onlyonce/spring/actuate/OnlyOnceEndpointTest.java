package io.onlyonce.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.onlyonce.audit.AuditTrail;
import io.onlyonce.error.OutcomeUnknownException;
import io.onlyonce.error.ResultUnavailableException;
import io.onlyonce.probe.DecisionLog;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.Idempotent.Guarantee;
import io.onlyonce.spring.actuate.OnlyOnceEndpoint.Cleared;
import io.onlyonce.spring.actuate.OnlyOnceEndpoint.Deed;
import io.onlyonce.spring.actuate.OnlyOnceEndpoint.Found;
import io.onlyonce.spring.actuate.OnlyOnceEndpoint.Life;
import io.onlyonce.spring.actuate.OnlyOnceEndpoint.Settled;
import io.onlyonce.spring.actuate.OnlyOnceEndpoint.Verdict;
import io.onlyonce.spring.autoconfigure.OnlyOnceActuatorAutoConfiguration;
import io.onlyonce.spring.purge.Purger;
import io.onlyonce.spring.support.App;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Effects;
import java.security.Principal;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;

/** What happened to a key, and settling what nobody knows the outcome of, on PostgreSQL. */
class OnlyOnceEndpointTest {
    private static final String EXPOSED = "management.endpoints.web.exposure.include=onlyonce";
    private static final String AUDITED = "onlyonce.audit.enabled=true";

    private static BusinessDatabase database;

    private final String key = "k-" + UUID.randomUUID();

    static class Gateway {
        private final Effects effects;
        private boolean answers;

        Gateway(Effects effects) {
            this.effects = effects;
        }

        void answers(boolean does) {
            answers = does;
        }

        @Idempotent(key = "#key", guarantee = Guarantee.LEASED, operation = "charge")
        public String charge(String key) {
            effects.write(key);
            if (!answers) {
                throw new IllegalStateException("no answer");
            }
            return "charged";
        }
    }

    private static final SecurityContext LI = new SecurityContext() {
        @Override
        public Principal getPrincipal() {
            return () -> "li";
        }

        @Override
        public boolean isUserInRole(String role) {
            return true;
        }
    };

    @BeforeAll
    static void open() {
        database = BusinessDatabase.postgres();
    }

    @AfterAll
    static void close() {
        database.close();
    }

    private static ApplicationContextRunner runner(String... properties) {
        return App.runner(database, Gateway.class)
                .withConfiguration(AutoConfigurations.of(OnlyOnceActuatorAutoConfiguration.class))
                .withPropertyValues(properties);
    }

    private static <T> T body(WebEndpointResponse<Object> response, Class<T> type) {
        assertThat(response.getBody()).isInstanceOf(type);
        return type.cast(response.getBody());
    }

    private static String fault(WebEndpointResponse<Object> response, int status) {
        assertThat(response.getStatus()).isEqualTo(status);
        return body(response, Fault.class).error();
    }

    /** What is found about the key; the trail must have been closed, so that it has written all. */
    private Found find(OnlyOnceEndpoint endpoint, @Nullable String event) {
        return body(
                endpoint.search(DecisionLog.digest(key), null, null, null, event, null, null, null, null), Found.class);
    }

    private RecordView abandoned(OnlyOnceEndpoint endpoint) {
        return body(endpoint.search(null, null, null, null, null, null, null, null, null), Found.class)
                .claims()
                .stream()
                .filter(claim -> claim.key().equals(DecisionLog.digest(key)))
                .findFirst()
                .orElseThrow();
    }

    @Test
    @DisplayName(
            "B-42 a lost charge: found among the abandoned, released by name, run again by the next call; each step stands in the audit table")
    void release() {
        runner(EXPOSED, AUDITED).run(app -> {
            Gateway gateway = app.getBean(Gateway.class);
            OnlyOnceEndpoint endpoint = app.getBean(OnlyOnceEndpoint.class);
            assertThatThrownBy(() -> gateway.charge(key)).hasMessage("no answer");
            assertThatThrownBy(() -> gateway.charge(key)).isInstanceOf(OutcomeUnknownException.class);
            RecordView claim = abandoned(endpoint);
            assertThat(claim.standing()).isEqualTo("abandoned");
            assertThat(claim.operation()).isEqualTo("charge");
            assertThat(body(
                                    endpoint.settle(claim.record().toString(), Verdict.RELEASE, claim.fence(), LI),
                                    Settled.class)
                            .verdict())
                    .isEqualTo(Verdict.RELEASE);
            assertThat(fault(endpoint.settle(claim.record().toString(), Verdict.RELEASE, claim.fence(), LI), 409))
                    .contains(claim.record().toString(), "Nothing was done");
            gateway.answers(true);
            assertThat(gateway.charge(key)).isEqualTo("charged");
            assertThat(gateway.charge(key)).isEqualTo("charged");
            app.getBean(AuditTrail.class).close();
            assertThat(find(endpoint, null).events())
                    .extracting(EventView::event)
                    .containsExactly("replayed", "first", "released_by_hand", "outcome_unknown", "abandoned");
            assertThat(find(endpoint, "released_by_hand").events())
                    .extracting(EventView::actor)
                    .containsExactly("li");
            Life life = body(endpoint.record(claim.record().toString()), Life.class);
            assertThat(life.record()).isNotNull();
            assertThat(life.record().standing()).isEqualTo("completed");
            assertThat(life.events()).hasSize(5);
            assertThat(life.toString()).doesNotContain(key);
            assertThat(database.effects(key))
                    .isEqualTo(2); // the lost one's, which the person has vouched for, is the test's
        });
    }

    @Test
    @DisplayName("B-42 a lost charge that had taken effect: confirmed, and the next call is told so and runs nothing")
    void confirm() {
        runner(EXPOSED).run(app -> {
            Gateway gateway = app.getBean(Gateway.class);
            OnlyOnceEndpoint endpoint = app.getBean(OnlyOnceEndpoint.class);
            assertThatThrownBy(() -> gateway.charge(key)).hasMessage("no answer");
            RecordView claim = abandoned(endpoint);
            assertThat(endpoint.settle(claim.record().toString(), Verdict.CONFIRM, claim.fence() + 1, LI)
                            .getStatus())
                    .isEqualTo(409);
            assertThat(endpoint.settle(claim.record().toString(), Verdict.CONFIRM, claim.fence(), LI)
                            .getStatus())
                    .isEqualTo(200);
            gateway.answers(true);
            assertThatThrownBy(() -> gateway.charge(key)).isInstanceOf(ResultUnavailableException.class);
            assertThat(database.effects(key)).isEqualTo(1);
        });
    }

    @Test
    @DisplayName(
            "B-43 a purge by hand deletes what has expired, of each store as much as was asked for, says whether more is left, and is in the audit table by name")
    void purge() {
        runner(EXPOSED, AUDITED, "onlyonce.purge.enabled=false", "onlyonce.purge.batch-size=2")
                .run(app -> {
                    Gateway gateway = app.getBean(Gateway.class);
                    gateway.answers(true);
                    database.database()
                            .execute(
                                    "DELETE FROM onlyonce_record",
                                    "DELETE FROM onlyonce_audit",
                                    "INSERT INTO onlyonce_used_mark (id, expires_at) VALUES (decode(repeat('00', 32), 'hex'), now() - interval '1 day')");
                    for (int i = 0; i < 5; i++) {
                        gateway.charge(key + i);
                    }
                    database.database()
                            .execute("UPDATE onlyonce_record SET expires_at = created_at - interval '1 day'");
                    gateway.charge(key);
                    OnlyOnceEndpoint endpoint = app.getBean(OnlyOnceEndpoint.class);
                    Cleared first = body(endpoint.act(Deed.PURGE, 3, null, null, LI), Cleared.class);
                    assertThat(first.deleted())
                            .containsEntry("JdbcRecordMaintenance", 3)
                            .containsEntry("JdbcTokenMaintenance", 1)
                            .containsEntry("JdbcAudit", 0);
                    assertThat(first.more()).isTrue();
                    Cleared second = body(endpoint.act(Deed.PURGE, null, null, null, LI), Cleared.class);
                    assertThat(second.deleted()).containsEntry("JdbcRecordMaintenance", 2);
                    assertThat(second.more()).isFalse();
                    assertThat(second.error()).isNull();
                    assertThat(database.records()).isEqualTo(1);
                    assertThat(database.records(key)).isEqualTo(1);
                    app.getBean(AuditTrail.class).close();
                    Found found = body(
                            endpoint.search(
                                    null,
                                    null,
                                    "JdbcRecordMaintenance",
                                    null,
                                    "purged_by_hand",
                                    null,
                                    null,
                                    null,
                                    null),
                            Found.class);
                    assertThat(found.events())
                            .extracting(EventView::actor, EventView::code, EventView::record)
                            .containsExactly(tuple("li", "2", null), tuple("li", "3", null));
                });
    }

    @Test
    @DisplayName("a purge whose store fails is 503, tells what the others deleted, and is in the audit table as well")
    void purgeFails() {
        Purger.Store broken = new Purger.Store("Broken", limit -> {
            throw new IllegalStateException("injected");
        });
        runner(EXPOSED, AUDITED, "onlyonce.purge.enabled=false")
                .withBean(Purger.Store.class, () -> broken)
                .run(app -> {
                    OnlyOnceEndpoint endpoint = app.getBean(OnlyOnceEndpoint.class);
                    WebEndpointResponse<Object> answer = endpoint.act(Deed.PURGE, null, null, null, LI);
                    assertThat(answer.getStatus()).isEqualTo(503);
                    Cleared cleared = body(answer, Cleared.class);
                    assertThat(cleared.deleted()).containsEntry("Broken", 0).containsKey("JdbcRecordMaintenance");
                    assertThat(cleared.more()).isTrue();
                    assertThat(cleared.error()).contains("[Broken]", "the log says why");
                    app.getBean(AuditTrail.class).close();
                    assertThat(body(
                                            endpoint.search(null, null, "Broken", null, null, null, null, null, null),
                                            Found.class)
                                    .events())
                            .extracting(EventView::code)
                            .containsExactly("0, then failed");
                });
    }

    @Test
    @DisplayName("bad input is named, with the rule and the remedy, and nothing is done")
    void badInput() {
        runner(EXPOSED, AUDITED).run(app -> {
            OnlyOnceEndpoint endpoint = app.getBean(OnlyOnceEndpoint.class);
            assertThat(fault(endpoint.record("4711"), 400)).contains("\"4711\"", "UUID");
            String nobody = UUID.randomUUID().toString();
            assertThat(fault(endpoint.record(nobody), 404)).contains(nobody);
            assertThat(fault(endpoint.settle(nobody, Verdict.RELEASE, 0, LI), 400))
                    .contains("0");
            assertThat(fault(endpoint.act(Deed.PURGE, 0, null, null, LI), 400)).contains("is 0", "100000");
            assertThat(fault(endpoint.act(Deed.PURGE, 100_001, null, null, LI), 400))
                    .contains("100001");
            assertThat(fault(endpoint.act(Deed.REDRIVE, null, "points", "paid", LI), 400))
                    .contains("no consumers");
            assertThat(fault(endpoint.search(null, null, null, null, null, "yesterday", null, null, null), 400))
                    .contains("\"yesterday\"", "from", "2026-12-01T00:00:00Z");
            assertThat(fault(endpoint.search(null, null, null, null, null, null, null, "x", null), 400))
                    .contains("\"x\"");
            assertThat(fault(endpoint.search(null, null, null, null, null, null, null, null, 5000), 400))
                    .contains("5000", "1000");
        });
    }

    @Test
    @DisplayName("without an audit table claims are shown, and a search says what to switch on")
    void noTable() {
        runner(EXPOSED).run(app -> {
            OnlyOnceEndpoint endpoint = app.getBean(OnlyOnceEndpoint.class);
            assertThat(endpoint.search(null, null, null, null, null, null, null, null, null)
                            .getStatus())
                    .isEqualTo(200);
            assertThat(fault(endpoint.search(null, "O-1", null, null, null, null, null, null, null), 400))
                    .contains("onlyonce.audit.enabled=true");
        });
        runner().run(app ->
                assertThat(app.getBeanNamesForType(OnlyOnceEndpoint.class)).isEmpty());
    }

    @Test
    @DisplayName("the audit table has neither keys nor callers nor answers")
    void nothingSecret() {
        runner(EXPOSED, AUDITED).run(app -> {
            Gateway gateway = app.getBean(Gateway.class);
            gateway.answers(true);
            assertThat(gateway.charge(key)).isEqualTo("charged");
            app.getBean(AuditTrail.class).close();
            List<String> all = new JdbcTemplate(database.pool())
                    .queryForList("SELECT onlyonce_audit::text FROM onlyonce_audit", String.class);
            assertThat(all).isNotEmpty();
            assertThat(String.join("\n", all))
                    .doesNotContain(key)
                    .doesNotContain("charged")
                    .contains("charge");
        });
    }
}
