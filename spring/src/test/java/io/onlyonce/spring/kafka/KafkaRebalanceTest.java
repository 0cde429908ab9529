package io.onlyonce.spring.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.messaging.Disposition.Later.Why;
import io.onlyonce.probe.Decision;
import io.onlyonce.probe.Point;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.RecordKey;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.kafka.KafkaListenerTest.Points;
import io.onlyonce.spring.support.Effects;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.annotation.TopicPartition;

/** Two instances of a consumer that have the same messages at once. */
class KafkaRebalanceTest extends KafkaRig {
    private static final int ROUNDS = 50;
    private static final int COPIES_IN_EACH = 13;
    private static final int PARTITIONS = 4;

    @Test
    @DisplayName(
            "B-30 a partition moves while its message is at work: the second owner waits for the first, and nothing is done or read without end")
    void partitionMoves() {
        makeTopics(1);
        List<String> impatient = List.of("spring.kafka.consumer.properties.max.poll.interval.ms=1500");
        send("before", "one");
        try (ConfigurableApplicationContext first = start(impatient, Points.class, Signals.class, Heard.class)) {
            Signals signals = first.getBean(Signals.class);
            send("m", "slow");
            send("after", "two");
            await().until(() -> signals.working.getCount() == 0);
            try (ConfigurableApplicationContext second = start(impatient, Points.class, Signals.class, Heard.class)) {
                Heard heard = second.getBean(Heard.class);
                await().until(() -> heard.later().contains(Why.IN_PROGRESS));
                assertThat(heard.dispositions).doesNotContain(DONE);
                assertThat(effects("m")).isZero();
                signals.goOn.countDown();
                await().until(() -> effects("m") == 1 && effects("after") == 1 && lag() == 0);
                send("last", "three");
                await().until(() -> effects("last") == 1 && lag() == 0);
                int all = first.getBean(Heard.class).dispositions.size() + heard.dispositions.size();
                send("end", "four");
                await().until(() -> effects("end") == 1 && lag() == 0);
                assertThat(first.getBean(Heard.class).dispositions.size() + heard.dispositions.size())
                        .as("deliveries for one more message; all five, if the partition moves once more")
                        .isBetween(all + 1, all + 5);
            }
        }
        kafka.rewind(group, topic, 0);
        try (ConfigurableApplicationContext first = start(List.of(), Points.class, Signals.class, Heard.class);
                ConfigurableApplicationContext second = start(List.of(), Points.class, Signals.class, Heard.class)) {
            await().until(() -> lag() == 0);
            assertThat(first.getBean(Heard.class).dispositions).doesNotContain(DONE);
            assertThat(second.getBean(Heard.class).dispositions).doesNotContain(DONE);
        }
        assertThat(kafka.records(graves)).isEmpty();
    }

    /** Lets both instances begin with a message at once. Inside one of them its consumers share a flight. */
    static class Meeting implements Probe {
        static final AtomicInteger meetings = new AtomicInteger();
        static final CyclicBarrier barrier = new CyclicBarrier(2, meetings::incrementAndGet);

        private final Set<String> begun = ConcurrentHashMap.newKeySet();

        @Override
        public void reached(Point point, RecordKey key) {
            if (point == Point.BEFORE_CLAIM && begun.add(key.key())) {
                try {
                    barrier.await(1, TimeUnit.MINUTES);
                } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
                    throw new IllegalStateException(e);
                }
            }
        }

        @Override
        public void decided(Decision decision) {}
    }

    static class Everywhere {
        private final Effects effects;

        Everywhere(Effects effects) {
            this.effects = effects;
        }

        @Idempotent(operation = "everywhere")
        @KafkaListener(
                topicPartitions = @TopicPartition(topic = "${topic}", partitions = "#{'${mine}'.split(',')}"),
                concurrency = "2")
        public void onPaid(ConsumerRecord<String, byte[]> message) {
            effects.write(id(message));
        }
    }

    @Test
    @DisplayName(
            "B-30 50 times: 52 copies of a message in four partitions, begun at once by two instances with two consumers each, take effect once")
    void copiesEverywhere() {
        makeTopics(PARTITIONS);
        for (int round = 0; round < ROUNDS; round++) {
            for (int copy = 0; copy < COPIES_IN_EACH * PARTITIONS; copy++) {
                send(copy % PARTITIONS, "-" + round, "copied");
            }
        }
        Class<?>[] beans = {Everywhere.class, Meeting.class, Heard.class};
        String patient =
                "onlyonce.messaging.patience=10s"; // else each copy that meets another comes again a second later
        try (ConfigurableApplicationContext first = start(List.of("mine=0,1", patient), beans);
                ConfigurableApplicationContext second = start(List.of("mine=2,3", patient), beans)) {
            await().until(() -> lag() == 0);
            long done = List.of(first, second).stream()
                    .flatMap(app -> app.getBean(Heard.class).dispositions.stream())
                    .filter(DONE::equals)
                    .count();
            assertThat(done).isEqualTo(ROUNDS);
        }
        assertThat(Meeting.meetings).hasValue(ROUNDS);
        for (int round = 0; round < ROUNDS; round++) {
            assertThat(effects("-" + round)).isEqualTo(1);
        }
        assertThat(kafka.records(graves)).isEmpty();
    }
}
