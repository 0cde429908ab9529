package io.onlyonce.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.MessageProperties;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RabbitServersTest {
    private static final AMQP.BasicProperties DURABLE = MessageProperties.PERSISTENT_BASIC;

    @Test
    @DisplayName(
            "a private node that is killed answers nobody, and after each restart it is on the same port with the same messages")
    void killed() {
        try (PrivateRabbit rabbit = TestServers.privateRabbit()) {
            int port = rabbit.port();
            TestRabbit queues = rabbit.queues();
            String queue = queues.queue("q"); // a quorum queue as young as this one would not survive its node
            for (int round = 1; round <= 2; round++) {
                queues.send(queue, DURABLE, ("kept " + round).getBytes(StandardCharsets.UTF_8));
                rabbit.awaitWritten(queue); // a node that has just started writes its definitions anew
                rabbit.kill();
                assertThatThrownBy(() -> queues.ready(queue)).isInstanceOf(IllegalStateException.class);
                rabbit.restart();
                assertThat(rabbit.port()).isEqualTo(port);
                assertThat(queues.ready(queue)).isEqualTo(round);
            }
            assertThat(new String(queues.take(queue).orElseThrow().getBody(), StandardCharsets.UTF_8))
                    .isEqualTo("kept 1");
        }
    }

    @Test
    @DisplayName("two private nodes have nothing in common")
    void two() {
        try (PrivateRabbit one = TestServers.privateRabbit();
                PrivateRabbit other = TestServers.privateRabbit()) {
            String queue = one.queues().queue("q");
            assertThat(one.queues().ready(queue)).isZero();
            TestRabbit others = other.queues();
            assertThatThrownBy(() -> others.ready(queue)).isInstanceOf(IllegalStateException.class);
        }
    }
}
