package io.onlyonce.shop.harness;

import io.onlyonce.messaging.DeadLetterHeaders;
import io.onlyonce.testkit.server.TestKafka;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;

/** Kafka. Copies of a message lie in several partitions. */
public final class KafkaSide implements BrokerSide {
    private static final String PLACE = "order.paid";

    private final TestKafka kafka;
    private final String place;
    private final String graves;

    /**
     * @param kafka whose names the shop's topics get
     */
    public KafkaSide(TestKafka kafka) {
        this.kafka = kafka;
        this.place = kafka.topic(PLACE, 4);
        this.graves = kafka.topic(PLACE + ".dlq", 1);
    }

    /** A killed shop's partitions go to the others sooner than Kafka's 45 s. */
    @Override
    public List<String> settings() {
        return List.of(
                "spring.kafka.bootstrap-servers=" + kafka.bootstrap(),
                "spring.kafka.consumer.properties.session.timeout.ms=6000",
                "spring.kafka.consumer.properties.heartbeat.interval.ms=1000",
                "shop.messages.order-paid=" + place);
    }

    @Override
    public String source() {
        return place;
    }

    @Override
    public void send(List<String> bodies) {
        kafka.send(bodies.stream()
                .map(body -> new ProducerRecord<byte[], byte[]>(place, body.getBytes(StandardCharsets.UTF_8)))
                .toList());
    }

    @Override
    public long waiting() {
        return kafka.lag(place + "-points", place);
    }

    /** Those that were not sent back: what comes behind the offset of the group that sends them back. */
    @Override
    public List<Letter> letters() {
        List<ConsumerRecord<byte[], byte[]>> all = kafka.records(graves);
        int there = (int) kafka.lag("onlyonce-redrive." + graves, graves);
        return all.subList(Math.max(0, all.size() - there), all.size()).stream()
                .map(KafkaSide::letter)
                .toList();
    }

    private static Letter letter(ConsumerRecord<byte[], byte[]> record) {
        return new Letter(
                new String(record.value(), StandardCharsets.UTF_8),
                header(record, DeadLetterHeaders.CAUSE),
                header(record, DeadLetterHeaders.TRIES));
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null ? "none" : new String(header.value(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        kafka.close();
    }
}
