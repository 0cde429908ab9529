package io.onlyonce.shop.harness;

import com.rabbitmq.client.GetResponse;
import com.rabbitmq.client.MessageProperties;
import io.onlyonce.messaging.DeadLetterHeaders;
import io.onlyonce.testkit.server.TestRabbit;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** RabbitMQ. */
public final class RabbitSide implements BrokerSide {
    private static final String PLACE = "order.paid";

    private final TestRabbit rabbit;
    private final String place;
    private final String graves;

    /**
     * @param rabbit whose names the shop's exchange and queues get
     */
    public RabbitSide(TestRabbit rabbit) {
        this.rabbit = rabbit;
        this.place = rabbit.adoptQueue(PLACE);
        this.graves = rabbit.adoptQueue(PLACE + ".dlq");
        rabbit.adoptExchange(PLACE);
    }

    @Override
    public List<String> settings() {
        return List.of(
                "spring.rabbitmq.host=" + rabbit.host(),
                "spring.rabbitmq.port=" + rabbit.port(),
                "shop.messages.order-paid=" + place,
                "shop.messages.quorum=" + rabbit.isRabbitMq());
    }

    @Override
    public String source() {
        return place;
    }

    @Override
    public void send(List<String> bodies) {
        rabbit.send(
                place,
                MessageProperties.PERSISTENT_BASIC,
                bodies.stream()
                        .map(body -> body.getBytes(StandardCharsets.UTF_8))
                        .toList());
    }

    @Override
    public long waiting() {
        return rabbit.ready(place);
    }

    @Override
    public List<Letter> letters() {
        return rabbit.look(graves).stream().map(RabbitSide::letter).toList();
    }

    @Override
    public void close() {
        rabbit.close();
    }

    private static Letter letter(GetResponse message) {
        return new Letter(
                new String(message.getBody(), StandardCharsets.UTF_8),
                header(message, DeadLetterHeaders.CAUSE),
                header(message, DeadLetterHeaders.TRIES));
    }

    private static String header(GetResponse message, String name) {
        return String.valueOf(message.getProps().getHeaders().get(name));
    }
}
