package io.onlyonce.shop.kill;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.shop.harness.BrokerSide;
import io.onlyonce.shop.harness.KafkaSide;
import io.onlyonce.testkit.server.PrivateKafka;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class KafkaMessagesTest {
    @Test
    @DisplayName(
            "B-28, B-29, B-30 PostgreSQL and Kafka: 10,000 messages, each up to five times, shops killed and the broker twice away: no double, no loss")
    void no_double_no_loss() throws Exception {
        try (PrivateKafka kafka = TestServers.privateKafka();
                BrokerSide side = new KafkaSide(kafka.topics());
                TestDatabase database = TestServers.postgres()) {
            Database address = new Database(database.url(), database.user(), database.password());
            MessageRun run = new MessageRun(
                    side,
                    () -> {
                        kafka.kill();
                        kafka.restart();
                    },
                    address);
            assertThat(run.run()).isEmpty();
        }
    }
}
