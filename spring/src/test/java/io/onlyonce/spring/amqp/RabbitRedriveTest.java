package io.onlyonce.spring.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.AMQP;
import io.onlyonce.audit.AuditTrail;
import io.onlyonce.messaging.Disposition.Acknowledge;
import io.onlyonce.messaging.Disposition.Acknowledge.Because;
import io.onlyonce.spring.actuate.DeadLettersEndpoint;
import io.onlyonce.spring.actuate.DeadLettersEndpoint.Consumers;
import io.onlyonce.spring.actuate.EventView;
import io.onlyonce.spring.actuate.Fault;
import io.onlyonce.spring.actuate.OnlyOnceEndpoint;
import io.onlyonce.spring.actuate.OnlyOnceEndpoint.Deed;
import io.onlyonce.spring.actuate.OnlyOnceEndpoint.Found;
import io.onlyonce.spring.actuate.SentBack;
import io.onlyonce.spring.amqp.RabbitListenerTest.Heard;
import io.onlyonce.spring.amqp.RabbitListenerTest.Points;
import io.onlyonce.spring.amqp.RabbitListenerTest.Signals;
import io.onlyonce.spring.autoconfigure.OnlyOnceActuatorAutoConfiguration;
import io.onlyonce.spring.desk.DeadLetterDesk;
import io.onlyonce.spring.messaging.Redrives.Reading;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.testkit.server.TestRabbit;
import io.onlyonce.testkit.server.TestServers;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** The endpoint that sends dead letters back, on a real broker and a real PostgreSQL. */
class RabbitRedriveTest {
    private static final String EXPOSED = "management.endpoints.web.exposure.include=onlyoncedeadletters,onlyonce";

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

    private static BusinessDatabase database;
    private static TestRabbit rabbit;

    private final String run = UUID.randomUUID().toString();
    private String queue = "";
    private String graves = "";

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(OnlyOnceActuatorAutoConfiguration.class)
    static class Actuator {}

    @BeforeAll
    static void open() {
        database = BusinessDatabase.postgres();
        rabbit = TestServers.rabbit();
    }

    @AfterAll
    static void close() {
        rabbit.close();
        database.close();
    }

    @BeforeEach
    void declare() {
        queue = rabbit.quorumQueue("orders-" + run);
        graves = rabbit.queue("orders-" + run + ".dlq");
    }

    private ConfigurableApplicationContext start(String exposed) {
        return AmqpApp.start(
                database.pool(),
                rabbit,
                List.of(exposed, "queue=" + queue, "onlyonce.messaging.patience=0s", "onlyonce.audit.enabled=true"),
                Actuator.class,
                Points.class,
                Signals.class,
                Heard.class);
    }

    private void send() {
        rabbit.send(
                queue,
                new AMQP.BasicProperties.Builder()
                        .messageId(run)
                        .deliveryMode(2)
                        .build(),
                "poison".getBytes(StandardCharsets.UTF_8));
    }

    private static @Nullable Long letters(ConfigurableApplicationContext app) {
        return app.getBean(DeadLetterDesk.class).counts().get(0).number();
    }

    private static String fault(WebEndpointResponse<Object> answer, int status) {
        assertThat(answer.getStatus()).isEqualTo(status);
        return ((Fault) answer.getBody()).error();
    }

    @Test
    @DisplayName("B-28 dead letters are re-driven through the same dedup: done once now, and their headers are gone")
    void redriven() {
        send();
        send();
        try (ConfigurableApplicationContext app = start(EXPOSED)) {
            DeadLettersEndpoint endpoint = app.getBean(DeadLettersEndpoint.class);
            assertThat(endpoint.consumers())
                    .isEqualTo(new Consumers(List.of(new Reading("points", "rabbitmq", queue))));
            await().atMost(Duration.ofMinutes(1)).until(() -> rabbit.ready(graves) == 2);
            app.getBean(Signals.class).repaired.set(true);
            assertThat(letters(app)).isEqualTo(2);
            OnlyOnceEndpoint other = app.getBean(OnlyOnceEndpoint.class);
            assertThat(endpoint.redrive("points", queue, 1, LI).getBody()).isEqualTo(new SentBack(1));
            assertThat(letters(app)).isEqualTo(1);
            assertThat(other.act(Deed.REDRIVE, null, "points", queue, LI).getBody())
                    .isEqualTo(new SentBack(1));
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> app.getBean(Heard.class)
                            .dispositions
                            .containsAll(List.of(new Acknowledge(Because.DONE), new Acknowledge(Because.DUPLICATE))));
            assertThat(endpoint.redrive("points", queue, 10, LI).getBody()).isEqualTo(new SentBack(0));
            assertThat(letters(app)).isZero();
            app.getBean(AuditTrail.class).close();
            Found found = (Found) other.search(null, queue, "points", null, "redriven_by_hand", null, null, null, null)
                    .getBody();
            assertThat(found.events())
                    .extracting(EventView::actor, EventView::code)
                    .containsExactly(tuple("li", "0"), tuple("li", "1"), tuple("li", "1"));
        }
        assertThat(database.effects(run)).isEqualTo(1);
        assertThat(rabbit.ready(graves)).isZero();
        assertThat(rabbit.ready(queue)).isZero();
    }

    @Test
    @DisplayName(
            "an unknown consumer or source and a limit of nothing are refused, with what there is; nothing is sent")
    void refused() {
        send();
        try (ConfigurableApplicationContext app = start(EXPOSED)) {
            await().atMost(Duration.ofMinutes(1)).until(() -> rabbit.ready(graves) == 1);
            DeadLettersEndpoint endpoint = app.getBean(DeadLettersEndpoint.class);
            assertThat(fault(endpoint.redrive("pionts", queue, 1, LI), 400)).contains("\"pionts\"", "[points]");
            assertThat(fault(endpoint.redrive("points", graves, 1, LI), 400)).contains(graves, "[" + queue + "]");
            assertThat(fault(endpoint.redrive("points", queue, 0, LI), 400)).contains("is 0", "1 or more");
        }
        assertThat(rabbit.ready(graves)).isEqualTo(1);
    }

    @Test
    @DisplayName("what can't be sent back is told of, with the cause")
    void ended() {
        String alone = rabbit.queue("alone-" + run); // without a queue for its dead letters
        try (ConfigurableApplicationContext app = AmqpApp.start(
                database.pool(),
                rabbit,
                List.of(EXPOSED, "queue=" + alone, "onlyonce.audit.enabled=true"),
                Actuator.class,
                Points.class,
                Signals.class)) {
            assertThat(letters(app)).isNull();
            assertThat(fault(app.getBean(DeadLettersEndpoint.class).redrive("points", alone, 1, LI), 503))
                    .contains("ended early", alone + ".dlq");
            app.getBean(AuditTrail.class).close();
            assertThat(database.queryLong("SELECT COUNT(*) FROM onlyonce_audit WHERE number = '" + alone
                            + "' AND code = 'ended early' AND actor = 'li'"))
                    .isEqualTo(1);
        }
    }

    @Test
    @DisplayName("unless it is exposed there is no such endpoint")
    void notExposed() {
        try (ConfigurableApplicationContext app = start("management.endpoints.web.exposure.include=health")) {
            assertThat(app.getBeanNamesForType(DeadLettersEndpoint.class)).isEmpty();
        }
    }
}
