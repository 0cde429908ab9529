package io.onlyonce.spring.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.AMQP;
import io.onlyonce.messaging.Disposition.Acknowledge;
import io.onlyonce.messaging.Disposition.Acknowledge.Because;
import io.onlyonce.spring.actuate.DeadLettersEndpoint;
import io.onlyonce.spring.actuate.DeadLettersEndpoint.Consumers;
import io.onlyonce.spring.actuate.DeadLettersEndpoint.Fault;
import io.onlyonce.spring.actuate.DeadLettersEndpoint.SentBack;
import io.onlyonce.spring.amqp.RabbitListenerTest.Heard;
import io.onlyonce.spring.amqp.RabbitListenerTest.Points;
import io.onlyonce.spring.amqp.RabbitListenerTest.Signals;
import io.onlyonce.spring.autoconfigure.OnlyOnceActuatorAutoConfiguration;
import io.onlyonce.spring.messaging.Redrives.Reading;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.testkit.server.TestRabbit;
import io.onlyonce.testkit.server.TestServers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** The endpoint that sends dead letters back, on a real broker and a real PostgreSQL. */
class RabbitRedriveTest {
    private static final String EXPOSED = "management.endpoints.web.exposure.include=onlyoncedeadletters";

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
                List.of(exposed, "queue=" + queue, "onlyonce.messaging.patience=0s"),
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
            assertThat(endpoint.redrive("points", queue, 1).getBody()).isEqualTo(new SentBack(1));
            assertThat(endpoint.redrive("points", queue, null).getBody()).isEqualTo(new SentBack(1));
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> app.getBean(Heard.class)
                            .dispositions
                            .containsAll(List.of(new Acknowledge(Because.DONE), new Acknowledge(Because.DUPLICATE))));
            assertThat(endpoint.redrive("points", queue, 10).getBody()).isEqualTo(new SentBack(0));
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
            assertThat(fault(endpoint.redrive("pionts", queue, 1), 400)).contains("\"pionts\"", "[points]");
            assertThat(fault(endpoint.redrive("points", graves, 1), 400)).contains(graves, "[" + queue + "]");
            assertThat(fault(endpoint.redrive("points", queue, 0), 400)).contains("is 0", "1 or more");
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
                List.of(EXPOSED, "queue=" + alone),
                Actuator.class,
                Points.class,
                Signals.class)) {
            assertThat(fault(app.getBean(DeadLettersEndpoint.class).redrive("points", alone, 1), 503))
                    .contains("ended early", alone + ".dlq");
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
