package io.onlyonce.spring.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.GetResponse;
import io.onlyonce.messaging.ConsumerEvents;
import io.onlyonce.messaging.DeadLetterHeaders;
import io.onlyonce.messaging.Delivered;
import io.onlyonce.messaging.Disposition;
import io.onlyonce.messaging.Disposition.Acknowledge;
import io.onlyonce.messaging.Disposition.Acknowledge.Because;
import io.onlyonce.messaging.Disposition.DeadLetter;
import io.onlyonce.messaging.Disposition.Later;
import io.onlyonce.messaging.Disposition.Later.Why;
import io.onlyonce.probe.Decision;
import io.onlyonce.probe.Point;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.RecordKey;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.messaging.NothingToDoException;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Effects;
import io.onlyonce.testkit.server.TestRabbit;
import io.onlyonce.testkit.server.TestServers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.databind.json.JsonMapper;

/** {@code @Idempotent} listeners on a real RabbitMQ and a real PostgreSQL: what is in the queues and in the tables counts. */
class RabbitListenerTest {
    private static final Disposition DONE = new Acknowledge(Because.DONE);
    private static final Disposition DUPLICATE = new Acknowledge(Because.DUPLICATE);

    private static BusinessDatabase database;
    private static TestRabbit rabbit;

    private final String run = UUID.randomUUID().toString();
    private String queue = "";
    private String graves = "";

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

    @AfterEach
    void standingChecks() {
        assertThat(database.queryLong(
                        "SELECT COUNT(*) FROM (SELECT name FROM effect GROUP BY name HAVING COUNT(*) > 1) twice"))
                .as("messages with two effects")
                .isZero();
    }

    /** What a test and a listener tell each other. */
    static class Signals {
        final AtomicBoolean repaired = new AtomicBoolean();
        final CountDownLatch working = new CountDownLatch(1);
        final CountDownLatch goOn = new CountDownLatch(1);
    }

    /** What is to become of a message stands in its body. */
    static class Points {
        private final Effects effects;
        private final Signals signals;

        Points(Effects effects, Signals signals) {
            this.effects = effects;
            this.signals = signals;
        }

        @Idempotent(operation = "points", remembers = IllegalArgumentException.class)
        @RabbitListener(queues = "${queue}")
        @Transactional
        public void onPaid(Message message) throws Exception {
            String id = String.valueOf(message.getMessageProperties().getMessageId());
            String body = new String(message.getBody(), StandardCharsets.UTF_8);
            effects.write(id);
            if (body.startsWith("poison") && !signals.repaired.get()) {
                throw new IllegalStateException("no such account");
            }
            if (body.startsWith("closed")) {
                throw new IllegalArgumentException("account 4711 is closed");
            }
            if (body.startsWith("empty")) {
                throw new NothingToDoException("not for us");
            }
            if (body.startsWith("slow")) {
                signals.working.countDown();
                assertThat(signals.goOn.await(1, TimeUnit.MINUTES)).isTrue();
            }
        }
    }

    /** Its messages are JSON, and known by a number in them. */
    static class ByOrder {
        private final Effects effects;

        ByOrder(Effects effects) {
            this.effects = effects;
        }

        record Paid(String orderId, String sentAt) {}

        @Idempotent(operation = "by-order", key = "#payload['orderId']", volatileFields = "/sentAt")
        @RabbitListener(queues = "${queue}")
        public void onPaid(byte[] body) {
            effects.write(JsonMapper.shared().readValue(body, Paid.class).orderId());
        }
    }

    /** Hears what has become of each delivery. */
    static class Heard implements ConsumerEvents {
        final List<Disposition> dispositions = new CopyOnWriteArrayList<>();

        @Override
        public void disposed(String consumer, Delivered message, Disposition disposition) {
            dispositions.add(disposition);
        }

        List<Why> later() {
            return dispositions.stream()
                    .filter(Later.class::isInstance)
                    .map(later -> ((Later) later).why())
                    .toList();
        }
    }

    private ConfigurableApplicationContext start(Class<?>... beans) {
        return AmqpApp.start(database, rabbit, queue, beans);
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofMinutes(1));
    }

    private void send(String id, String body) {
        rabbit.send(
                queue,
                new AMQP.BasicProperties.Builder()
                        .messageId(run + id)
                        .deliveryMode(2)
                        .build(),
                body.getBytes(StandardCharsets.UTF_8));
    }

    private long effects(String id) {
        return database.effects(run + id);
    }

    private static String header(GetResponse letter, String name) {
        return String.valueOf(letter.getProps().getHeaders().get(name));
    }

    @Test
    @DisplayName(
            "B-28 duplicates are acknowledged, bad messages go to the dead letters with their cause, later ones flow")
    void duplicatesAndBadOnes() {
        send("m1", "one");
        send("m1", "one");
        send("m2", "two");
        send("m3", "poison");
        send("m4", "closed");
        send("m5", "five");
        try (ConfigurableApplicationContext app = start(Points.class, Signals.class, Heard.class)) {
            await().until(() -> effects("m5") == 1 && rabbit.ready(graves) == 2);
            assertThat(app.getBean(Heard.class).dispositions).contains(DUPLICATE);
            assertThat(app.getBean(Effects.class).runs(run + "m3")).isEqualTo(3);
            assertThat(app.getBean(Effects.class).runs(run + "m4")).isEqualTo(1);
        }
        assertThat(rabbit.ready(queue)).isZero(); // also nothing that was unacknowledged has come back
        assertThat(List.of(effects("m1"), effects("m2"), effects("m3"), effects("m4")))
                .containsExactly(1L, 1L, 0L, 0L);
        List<GetResponse> letters =
                List.of(rabbit.take(graves).orElseThrow(), rabbit.take(graves).orElseThrow());
        GetResponse poison = letters.stream()
                .filter(letter -> (run + "m3").equals(letter.getProps().getMessageId()))
                .findFirst()
                .orElseThrow();
        assertThat(header(poison, DeadLetterHeaders.CAUSE))
                .isEqualTo("java.lang.IllegalStateException: no such account");
        assertThat(header(poison, DeadLetterHeaders.TRIES)).isEqualTo("3");
        assertThat(header(poison, DeadLetterHeaders.CONSUMER)).isEqualTo("points");
        assertThat(header(poison, DeadLetterHeaders.SOURCE)).isEqualTo(queue);
        assertThat(new String(poison.getBody(), StandardCharsets.UTF_8)).isEqualTo("poison");
    }

    @Test
    @DisplayName("B-28 what the broker itself took for dead is sent back, too, to the queue that it was taken from")
    void sendsBackTheBrokersOwn() throws Exception {
        String source;
        if (rabbit.isRabbitMq()) {
            source = rabbit.queue(
                    "expiring-" + run,
                    Map.of("x-message-ttl", 1, "x-dead-letter-exchange", "", "x-dead-letter-routing-key", graves));
            rabbit.send(source, new AMQP.BasicProperties.Builder().build(), new byte[] {1});
        } else { // which can't, so it is told what RabbitMQ would note
            source = rabbit.queue("source-" + run);
            Map<String, Object> death = Map.of("queue", source, "reason", "expired");
            AMQP.BasicProperties noted = new AMQP.BasicProperties.Builder()
                    .headers(Map.of("x-death", List.of(death)))
                    .build();
            rabbit.send(graves, noted, new byte[] {1});
        }
        await().until(() -> rabbit.ready(graves) == 1);
        List<Delivered> seen = new CopyOnWriteArrayList<>();
        try (ConfigurableApplicationContext app = start()) {
            assertThat(letters(app).sendBack(1, seen::add)).isEqualTo(1);
        }
        assertThat(seen).extracting(Delivered::source).containsExactly(source);
    }

    @Test
    @DisplayName("a letter that can't be sent back stays where it is, and one that tells no source goes back")
    void letterStays() throws Exception {
        AMQP.BasicProperties lost = new AMQP.BasicProperties.Builder()
                .headers(Map.of(DeadLetterHeaders.SOURCE, rabbit.name("no-such-queue")))
                .build();
        rabbit.send(graves, lost, new byte[] {2});
        rabbit.send(graves, new AMQP.BasicProperties.Builder().build(), new byte[] {1});
        try (ConfigurableApplicationContext app = start()) {
            assertThat(letters(app).sendBack(10, letter -> {})).isEqualTo(1);
            await().until(() -> rabbit.ready(graves) == 1 && rabbit.ready(queue) == 1);
            assertThatThrownBy(() -> letters(app).sendBack(10, letter -> {
                        throw new IOException("not yet");
                    }))
                    .hasMessage("not yet");
        }
        await().until(() -> rabbit.ready(graves) == 1);
    }

    private RabbitDeadLetters letters(ConfigurableApplicationContext app) {
        CachingConnectionFactory connections = app.getBean(CachingConnectionFactory.class);
        return new RabbitDeadLetters(
                connections, new ConfirmedSends(connections, Duration.ofSeconds(5)), graves, queue);
    }

    @Test
    @DisplayName("a dead letter and what is sent back are durable, and no longer vanish when their time is over")
    void durable() throws Exception {
        AMQP.BasicProperties properties = new AMQP.BasicProperties.Builder()
                .messageId(run + "m")
                .expiration("600000")
                .build();
        rabbit.send(queue, properties, "closed".getBytes(StandardCharsets.UTF_8));
        try (ConfigurableApplicationContext app = start(Points.class, Signals.class, Heard.class)) {
            await().until(() -> app.isRunning() && rabbit.ready(graves) == 1);
        }
        AMQP.BasicProperties letter = rabbit.look(graves).get(0).getProps();
        assertThat(letter.getDeliveryMode()).isEqualTo(2);
        assertThat(letter.getExpiration()).isNull();
        try (ConfigurableApplicationContext app = start()) {
            assertThat(letters(app).sendBack(1, message -> {})).isEqualTo(1);
        }
        await().until(() -> rabbit.ready(queue) == 1);
        assertThat(rabbit.look(queue).get(0).getProps().getDeliveryMode()).isEqualTo(2);
    }

    @Test
    @DisplayName(
            "B-29 a message that gives nothing to do is acknowledged and not remembered: the next one with its id is done")
    void nothingToDo() {
        try (ConfigurableApplicationContext app = start(Points.class, Signals.class, Heard.class)) {
            send("m", "empty");
            await().until(() -> app.getBean(Heard.class).dispositions.contains(new Acknowledge(Because.NOTHING)));
            assertThat(effects("m")).isZero();
            send("m", "full");
            await().until(() -> effects("m") == 1);
        }
        assertThat(rabbit.ready(queue)).isZero();
    }

    @Test
    @DisplayName(
            "B-30 a copy at another instance is not acknowledged while the first is at work, and is a duplicate afterwards")
    void inProgressElsewhere() {
        try (ConfigurableApplicationContext first = start(Points.class, Signals.class, Heard.class)) {
            Signals signals = first.getBean(Signals.class);
            send("m", "slow");
            await().until(() -> signals.working.getCount() == 0);
            try (ConfigurableApplicationContext second = start(Points.class, Signals.class, Heard.class)) {
                send("m", "slow");
                Heard heard = second.getBean(Heard.class);
                await().until(() -> heard.later().contains(Why.IN_PROGRESS));
                assertThat(heard.dispositions).doesNotHaveAnyElementsOfTypes(Acknowledge.class, DeadLetter.class);
                signals.goOn.countDown();
                await().until(() -> heard.dispositions.contains(DUPLICATE)
                        || first.getBean(Heard.class).dispositions.contains(DUPLICATE));
            }
        }
        assertThat(effects("m")).isEqualTo(1);
        assertThat(rabbit.ready(queue)).isZero();
        assertThat(rabbit.ready(graves)).isZero();
    }

    @Test
    @DisplayName("B-30 a delivery goes to a second instance when the first loses its connection at work: one effect")
    void connectionLostAtWork() {
        try (ConfigurableApplicationContext first = start(Points.class, Signals.class, Heard.class)) {
            Signals signals = first.getBean(Signals.class);
            send("m", "slow");
            await().until(() -> signals.working.getCount() == 0);
            try (ConfigurableApplicationContext second = start(Points.class, Signals.class, Heard.class)) {
                first.getBean(CachingConnectionFactory.class).resetConnection();
                await().until(() -> second.getBean(Heard.class).later().contains(Why.IN_PROGRESS)
                        || first.getBean(Heard.class).later().contains(Why.IN_PROGRESS));
                signals.goOn.countDown();
                await().until(() -> second.getBean(Heard.class).dispositions.contains(DUPLICATE)
                        || first.getBean(Heard.class).dispositions.contains(DUPLICATE));
            }
        }
        assertThat(effects("m")).isEqualTo(1);
        assertThat(rabbit.ready(queue)).isZero();
    }

    /** Drops the connection to the broker when the first message has committed. */
    static class CutAfterCommit implements Probe {
        private final CachingConnectionFactory connections;
        private final AtomicBoolean done = new AtomicBoolean();

        CutAfterCommit(CachingConnectionFactory connections) {
            this.connections = connections;
        }

        @Override
        public void reached(Point point, RecordKey key) {
            if (point == Point.COMMITTED && done.compareAndSet(false, true)) {
                connections.resetConnection();
            }
        }

        @Override
        public void decided(Decision decision) {}
    }

    @Test
    @DisplayName(
            "B-29 the connection is cut between commit and acknowledgement: the redelivery is a duplicate, acknowledged")
    void cutAfterCommit() {
        send("m", "one");
        try (ConfigurableApplicationContext app =
                start(Points.class, Signals.class, Heard.class, CutAfterCommit.class)) {
            await().until(() -> app.getBean(Heard.class).dispositions.equals(List.of(DONE, DUPLICATE)));
        }
        assertThat(effects("m")).isEqualTo(1);
        assertThat(rabbit.ready(queue)).isZero();
    }

    @Test
    @DisplayName(
            "a business key out of the payload: a copy with another message id, and other volatile fields, is a duplicate")
    void businessKey() {
        try (ConfigurableApplicationContext app = start(ByOrder.class, Heard.class)) {
            send("a", "{\"orderId\":\"" + run + "o\",\"sentAt\":\"1\"}");
            send("b", "{\"sentAt\":\"2\",\"orderId\":\"" + run + "o\"}");
            send("c", "no JSON");
            await().until(() -> app.getBean(Heard.class).dispositions.size() == 3);
            assertThat(app.getBean(Heard.class).dispositions).contains(DONE, DUPLICATE);
            await().until(() -> rabbit.ready(graves) == 1);
        }
        assertThat(effects("o")).isEqualTo(1);
        assertThat(header(rabbit.take(graves).orElseThrow(), DeadLetterHeaders.CAUSE))
                .contains("cannot be read");
    }

    private static DataSource refusingWhile(AtomicBoolean down) {
        return new DelegatingDataSource(database.pool()) {
            @Override
            public Connection getConnection() throws SQLException {
                if (down.get()) {
                    throw new SQLTransientConnectionException("connection refused");
                }
                return super.getConnection();
            }
        };
    }

    @Test
    @DisplayName(
            "while the database is down a message waits with its thread, uncounted, unacknowledged; afterwards it is done at once")
    void databaseDown() {
        AtomicBoolean down = new AtomicBoolean();
        try (ConfigurableApplicationContext app = AmqpApp.start(
                refusingWhile(down), rabbit, List.of("queue=" + queue), Points.class, Signals.class, Heard.class)) {
            down.set(true);
            send("m1", "one");
            send("m2", "two");
            Heard heard = app.getBean(Heard.class);
            await().until(() -> heard.dispositions.size() >= 25); // more often than a quorum queue delivers a message
            assertThat(heard.later()).hasSizeGreaterThanOrEqualTo(25).containsOnly(Why.STORE_DOWN);
            assertThat(rabbit.ready(queue)).isEqualTo(rabbit.isRabbitMq() ? 1 : 2); // others count what is handed out
            down.set(false);
            await().until(() -> effects("m1") == 1 && effects("m2") == 1);
        }
        assertThat(rabbit.ready(queue)).isZero();
        assertThat(rabbit.ready(graves)).isZero();
    }

    @Test
    @DisplayName("an application can be stopped while its database is down: the message is back in its queue")
    void stoppedWhileDown() {
        AtomicBoolean down = new AtomicBoolean();
        try (ConfigurableApplicationContext app = AmqpApp.start(
                refusingWhile(down), rabbit, List.of("queue=" + queue), Points.class, Signals.class, Heard.class)) {
            down.set(true);
            send("m", "one");
            await().until(() -> !app.getBean(Heard.class).dispositions.isEmpty());
        }
        await().until(() -> rabbit.ready(queue) == 1);
        assertThat(effects("m")).isZero();
    }

    @Test
    @DisplayName(
            "a dead letter whose queue does not exist is not lost: it stays unacknowledged until the queue is there")
    void noGrave() {
        String alone = rabbit.queue("alone-" + run);
        AMQP.BasicProperties properties =
                new AMQP.BasicProperties.Builder().messageId(run + "m").build();
        rabbit.send(alone, properties, "closed".getBytes(StandardCharsets.UTF_8));
        try (ConfigurableApplicationContext app =
                AmqpApp.start(database, rabbit, alone, Points.class, Signals.class, Heard.class)) {
            Heard heard = app.getBean(Heard.class);
            await().until(() -> heard.dispositions.size() >= 3);
            assertThat(heard.dispositions).hasOnlyElementsOfType(DeadLetter.class);
            String late = rabbit.queue("alone-" + run + ".dlq");
            await().until(() -> rabbit.ready(late) == 1);
            assertThat(app.getBean(Effects.class).runs(run + "m")).isEqualTo(1);
        }
        assertThat(rabbit.ready(alone)).isZero();
    }
}
