package io.onlyonce.spring.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.GetResponse;
import io.onlyonce.error.MisuseException;
import io.onlyonce.messaging.outbox.MessagePublisher;
import io.onlyonce.messaging.outbox.MessagePublisher.Sent;
import io.onlyonce.messaging.outbox.Outbox;
import io.onlyonce.messaging.outbox.OutgoingMessage;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Effects;
import io.onlyonce.testkit.server.PrivateRabbit;
import io.onlyonce.testkit.server.TestRabbit;
import io.onlyonce.testkit.server.TestServers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.AmqpResourceNotAvailableException;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.transaction.support.TransactionTemplate;

/** The outbox's way to a real RabbitMQ. */
class RabbitPublisherTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static TestRabbit rabbit;
    private static CachingConnectionFactory connections;

    private final String run = UUID.randomUUID().toString();

    @BeforeAll
    static void open() {
        rabbit = TestServers.rabbit();
        connections = connections(rabbit.port());
    }

    private static CachingConnectionFactory connections(int port) {
        CachingConnectionFactory factory = new CachingConnectionFactory(rabbit.host(), port);
        factory.setPublisherConfirmType(CachingConnectionFactory.ConfirmType.CORRELATED);
        factory.setPublisherReturns(true);
        return factory;
    }

    @AfterAll
    static void close() {
        connections.destroy();
        rabbit.close();
    }

    private static OutgoingMessage toQueue(String queue, String id) {
        return new OutgoingMessage(
                RabbitPublisher.DEFAULT_EXCHANGE,
                queue,
                id,
                Map.of("content-type", "application/json", "tenant", "t1"),
                "{}".getBytes(StandardCharsets.UTF_8));
    }

    private static List<Sent> send(OutgoingMessage... messages) throws Exception {
        return new RabbitPublisher(connections, PATIENCE).send(List.of(messages));
    }

    @Test
    @DisplayName("a batch is sent and confirmed; a message has its id, its headers and its body, and is durable")
    void confirmed() throws Exception {
        String queue = rabbit.queue("confirmed-" + run);
        OutgoingMessage[] batch =
                IntStream.range(0, 100).mapToObj(i -> toQueue(queue, "m" + i)).toArray(OutgoingMessage[]::new);
        assertThat(send(batch)).hasSize(100).containsOnly(new Sent.Confirmed());
        assertThat(rabbit.ready(queue)).isEqualTo(100);
        GetResponse first = rabbit.take(queue).orElseThrow();
        assertThat(first.getProps().getMessageId()).isEqualTo("m0");
        assertThat(first.getProps().getContentType()).isEqualTo("application/json");
        assertThat(first.getProps().getDeliveryMode()).isEqualTo(2);
        assertThat(first.getProps().getHeaders().get("tenant")).hasToString("t1");
        assertThat(first.getBody()).isEqualTo("{}".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    @DisplayName("a message that no queue gets is refused, and the others are confirmed")
    void unroutable() throws Exception {
        String queue = rabbit.queue("unroutable-" + run);
        List<Sent> answers = send(toQueue(queue, "m1"), toQueue("no-such-queue-" + run, "m2"), toQueue(queue, "m3"));
        assertThat(answers.get(0)).isEqualTo(new Sent.Confirmed());
        assertThat(((Sent.Refused) answers.get(1)).cause())
                .contains(
                        rabbit.isRabbitMq()
                                ? "no-such-queue-" + run
                                : "has not taken it"); // others return it, and don't confirm it
        assertThat(answers.get(2)).isEqualTo(new Sent.Confirmed());
    }

    @Test
    @DisplayName(
            "a message for an exchange that does not exist is refused when it is sent alone; in a batch nobody is blamed")
    void noSuchExchange() throws Exception {
        OutgoingMessage lost = new OutgoingMessage("no-such-exchange-" + run, "k", "m", Map.of(), new byte[0]);
        assertThat(send(lost))
                .hasSize(1)
                .allMatch(answer -> answer instanceof Sent.Refused refused
                        && refused.cause().contains("no-such-exchange-" + run));
        String queue = rabbit.queue("batch-" + run);
        OutgoingMessage[] batch = IntStream.range(0, 200)
                .mapToObj(i -> i == 0 ? lost : toQueue(queue, "m" + i))
                .toArray(OutgoingMessage[]::new);
        assertThat(send(batch))
                .hasSize(200)
                .noneMatch(Sent.Refused.class::isInstance)
                .first()
                .isInstanceOf(Sent.Unconfirmed.class);
        assertThat(send(toQueue(queue, "m1"))).containsExactly(new Sent.Confirmed());
    }

    @Test
    @DisplayName("a message that AMQP can't carry is refused unsent, and the confirms of the others stay theirs")
    void tooLong() throws Exception {
        String queue = rabbit.queue("long-" + run);
        String full = rabbit.boundedQueue("long-full-" + run, 1);
        OutgoingMessage longHeader = new OutgoingMessage(
                RabbitPublisher.DEFAULT_EXCHANGE, queue, "m5", Map.of("h".repeat(256), "x"), new byte[0]);
        OutgoingMessage largeHeaders = new OutgoingMessage(
                RabbitPublisher.DEFAULT_EXCHANGE, queue, "m6", Map.of("h", "x".repeat(200_000)), new byte[0]);
        List<Sent> answers = send(
                toQueue("\u00e9".repeat(128), "m1"),
                toQueue(full, "m2"),
                toQueue(full, "m3"),
                toQueue(queue, "m4"),
                longHeader,
                largeHeaders,
                toQueue(queue, "m7"));
        assertThat(answers)
                .extracting(Sent::getClass)
                .extracting(Class::getSimpleName)
                .containsExactly("Refused", "Confirmed", "Refused", "Confirmed", "Refused", "Refused", "Confirmed");
        assertThat(((Sent.Refused) answers.get(0)).cause()).contains("routing key", "255 bytes");
        assertThat(((Sent.Refused) answers.get(5)).cause()).contains("one frame");
        assertThat(rabbit.ready(queue)).isEqualTo(2);
    }

    @Test
    @DisplayName("a message that a full queue does not take is refused")
    void fullQueue() throws Exception {
        String queue = rabbit.boundedQueue("full-" + run, 1);
        List<Sent> answers = send(toQueue(queue, "m1"), toQueue(queue, "m2"));
        assertThat(answers.get(0)).isEqualTo(new Sent.Confirmed());
        assertThat(answers.get(1)).isInstanceOf(Sent.Refused.class);
    }

    @Test
    @DisplayName("a broker that can't be reached is an exception: no message is to blame")
    void unreachable() {
        CachingConnectionFactory nobody = connections(1);
        RabbitPublisher publisher = new RabbitPublisher(nobody, PATIENCE);
        assertThatThrownBy(() -> publisher.send(List.of(toQueue("q", "m")))).isInstanceOf(AmqpException.class);
        nobody.destroy();
    }

    @Test
    @DisplayName("a broker that is short of memory is one that can't be reached, and nobody waits for its socket")
    void blocked() throws Exception {
        try (PrivateRabbit own = TestServers.privateRabbit();
                TestRabbit queues = own.queues()) {
            String queue = queues.queue("q");
            own.awaitWritten(queue);
            CachingConnectionFactory mine = connections(own.port());
            RabbitPublisher publisher = new RabbitPublisher(mine, Duration.ofSeconds(1));
            own.kill();
            own.restartShortOfMemory();
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .ignoreExceptionsMatching(failure -> !(failure instanceof AmqpResourceNotAvailableException))
                    .untilAsserted(() -> assertThatThrownBy(() -> publisher.send(List.of(toQueue(queue, "m"))))
                            .isInstanceOf(AmqpResourceNotAvailableException.class)
                            .hasMessageContaining("no messages at the moment"));
            own.kill();
            own.restart();
            try (TestRabbit after =
                    own.queues()) { // a node that is killed while it writes may have lost the other queue
                String later = after.queue("q");
                Awaitility.await()
                        .atMost(Duration.ofMinutes(1))
                        .ignoreExceptions()
                        .until(() ->
                                publisher.send(List.of(toQueue(later, "m"))).equals(List.of(new Sent.Confirmed())));
            }
            mine.destroy();
        }
    }

    @Test
    @DisplayName("connections without confirms are refused: nobody would know what has arrived")
    void noConfirms() {
        CachingConnectionFactory plain = new CachingConnectionFactory(rabbit.host(), rabbit.port());
        assertThatThrownBy(() -> new RabbitPublisher(plain, PATIENCE))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("publisher-confirm-type");
        plain.destroy();
    }

    static class Mails {
        private final Effects effects;

        Mails(Effects effects) {
            this.effects = effects;
        }

        @Idempotent(operation = "mails")
        @RabbitListener(queues = "${queue}")
        public void onPaid(Message message) {
            effects.write(String.valueOf(message.getMessageProperties().getMessageId()));
        }
    }

    @Test
    @DisplayName(
            "from transaction to transaction: what is published with a commit takes effect once at its consumer; what is rolled back never")
    void outbox() {
        String queue = rabbit.queue("outbox-" + run);
        try (BusinessDatabase database = BusinessDatabase.mariadb();
                ConfigurableApplicationContext app = AmqpApp.start(database, rabbit, queue, Mails.class)) {
            Outbox outbox = app.getBean(Outbox.class);
            TransactionTemplate transactions = app.getBean(TransactionTemplate.class);
            for (int i = 0; i < 20; i++) {
                String id = run + "-" + i;
                transactions.executeWithoutResult(status -> {
                    outbox.publish(toQueue(queue, id));
                    if (id.endsWith("9")) {
                        status.setRollbackOnly();
                    }
                });
            }
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> database.queryLong("SELECT COUNT(*) FROM effect") == 18);
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> database.queryLong("SELECT COUNT(*) FROM onlyonce_inbox") == 0);
            database.standingChecks();
        }
        assertThat(rabbit.ready(queue)).isZero();
    }

    /** Takes its time. */
    static class SlowBroker implements MessagePublisher {
        final CountDownLatch sending = new CountDownLatch(1);
        final CountDownLatch goOn = new CountDownLatch(1);

        @Override
        public List<Sent> send(List<OutgoingMessage> messages) throws InterruptedException {
            sending.countDown();
            goOn.await();
            return messages.stream().<Sent>map(message -> new Sent.Confirmed()).toList();
        }
    }

    @Test
    @DisplayName("on MariaDB, too, who publishes does not wait for a relay that waits for its broker")
    void publishersDoNotWait() throws Exception {
        try (BusinessDatabase database = BusinessDatabase.mariadb();
                ConfigurableApplicationContext app = AmqpApp.start(database, rabbit, "none", SlowBroker.class)) {
            SlowBroker broker = app.getBean(SlowBroker.class);
            publish(app, "first");
            broker.sending.await();
            for (int i = 0; i < 20; i++) {
                publish(app, "n" + i);
            }
            assertThat(database.queryLong("SELECT COUNT(*) FROM onlyonce_inbox"))
                    .isEqualTo(21);
            broker.goOn.countDown();
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> database.queryLong("SELECT COUNT(*) FROM onlyonce_inbox") == 0);
        }
    }

    private static void publish(ConfigurableApplicationContext app, String id) {
        app.getBean(TransactionTemplate.class)
                .executeWithoutResult(status -> app.getBean(Outbox.class).publish(toQueue("q", id)));
    }
}
