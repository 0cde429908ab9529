package io.onlyonce.spring.amqp;

import io.onlyonce.messaging.DeadLetterHeaders;
import io.onlyonce.messaging.Delivered;
import io.onlyonce.messaging.outbox.OutgoingMessage;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageBuilder;
import org.springframework.amqp.core.MessageDeliveryMode;
import org.springframework.amqp.core.MessageProperties;

/** Messages of Spring AMQP, told in the words of {@link io.onlyonce.messaging}. A property is a header under its AMQP name. */
final class AmqpMessages {
    private static final String CONTENT_TYPE = "content-type";
    private static final String X_DEATH = "x-death";

    /** What a broker notes on its own; since 4.0 it refuses to believe them from a client. */
    private static final List<String> BROKERS_OWN =
            List.of(X_DEATH, "x-first-death", "x-last-death", "x-delivery-count", "x-acquired-count");

    /** What AMQP calls a short string. */
    private static final int MOST_SHORT_BYTES = 255;

    /** Less than the frame that brokers agree to unasked, 128 KiB, in which all headers must find room. */
    private static final int MOST_HEADER_BYTES = 100 * 1024;

    private AmqpMessages() {}

    /** A message as it was read from a queue. */
    static Delivered delivered(Message message, String queue) {
        MessageProperties properties = message.getMessageProperties();
        Map<String, String> headers = new HashMap<>();
        properties.getHeaders().forEach((name, value) -> put(headers, name, text(value)));
        put(headers, OutgoingMessage.ID_HEADER, properties.getMessageId());
        put(headers, "correlation-id", properties.getCorrelationId());
        put(headers, "type", properties.getType());
        put(headers, CONTENT_TYPE, properties.getContentType());
        return Delivered.of(queue, headers, message.getBody());
    }

    private static void put(Map<String, String> headers, String name, @Nullable String value) {
        if (value != null) {
            headers.put(name, value);
        }
    }

    /** Brokers send texts, numbers, truth values; tables and lists are no texts. */
    private static @Nullable String text(@Nullable Object value) {
        return value instanceof CharSequence || value instanceof Number || value instanceof Boolean
                ? value.toString()
                : null;
    }

    /** A message as it is to be sent: durable, with its id where AMQP has a field for it. */
    static Message of(OutgoingMessage message) {
        Map<String, String> headers = new HashMap<>(message.headers());
        String contentType = headers.remove(CONTENT_TYPE);
        MessageProperties properties = new MessageProperties();
        properties.setMessageId(message.id());
        properties.setContentType(contentType == null ? MessageProperties.CONTENT_TYPE_BYTES : contentType);
        headers.forEach(properties::setHeader);
        return new Message(message.body(), properties);
    }

    /** The same message for the dead letters, which must not vanish when its time is over. */
    @SuppressWarnings("NullAway") // no expiration is null, though the setter does not say so
    static Message withHeaders(Message message, Map<String, String> more) {
        MessageBuilder copy = withoutBrokersOwn(message);
        more.forEach(copy::setHeader);
        Message letter = copy.build();
        letter.getMessageProperties().setExpiration(null);
        return letter;
    }

    /** The same message without what was noted when it was given up. */
    static Message asItWas(Message letter) {
        MessageBuilder copy = withoutBrokersOwn(letter);
        DeadLetterHeaders.NAMES.forEach(copy::removeHeader);
        return copy.build();
    }

    /** Durable: what was received tells nothing of that, and sent as it is the copy would be gone with the broker's next restart. */
    private static MessageBuilder withoutBrokersOwn(Message message) {
        MessageBuilder copy = MessageBuilder.fromClonedMessage(message);
        copy.setDeliveryMode(MessageDeliveryMode.PERSISTENT);
        message.getMessageProperties().getHeaders().keySet().stream()
                .filter(name -> BROKERS_OWN.stream().anyMatch(name::startsWith))
                .forEach(copy::removeHeader);
        return copy;
    }

    /** The queue in which a dead letter was read, or from which the broker took it last; empty if it tells neither. */
    static Optional<String> source(Message letter) {
        Map<String, @Nullable Object> headers = letter.getMessageProperties().getHeaders();
        String told = text(headers.get(DeadLetterHeaders.SOURCE));
        if (told != null) {
            return Optional.of(told);
        }
        return headers.get(X_DEATH) instanceof List<?> deaths
                        && !deaths.isEmpty()
                        && deaths.get(0) instanceof Map<?, ?> last // the newest stands first
                ? Optional.ofNullable(last.get("queue")).map(Object::toString)
                : Optional.empty();
    }

    /** What no frame of AMQP can carry, as a text; null if the message can be sent. The client would count such a message as sent, and the confirms of others would be taken for its own. */
    static @Nullable String unsendable(String exchange, String routingKey, Message message) {
        MessageProperties properties = message.getMessageProperties();
        long headers = 0;
        for (Map.Entry<String, @Nullable Object> header :
                properties.getHeaders().entrySet()) {
            if (isLong(header.getKey())) {
                return AmqpTexts.tooLong("name of a header", header.getKey());
            }
            headers += bytes(header.getKey()) + bytes(String.valueOf(header.getValue()));
        }
        if (headers > MOST_HEADER_BYTES) {
            return AmqpTexts.headersTooLarge(headers, MOST_HEADER_BYTES);
        }
        Map<String, @Nullable String> shortTexts = new LinkedHashMap<>();
        shortTexts.put("exchange", exchange);
        shortTexts.put("routing key", routingKey);
        shortTexts.put("message id", properties.getMessageId());
        shortTexts.put("content type", properties.getContentType());
        return shortTexts.entrySet().stream()
                .filter(text -> isLong(text.getValue()))
                .findFirst()
                .map(text -> AmqpTexts.tooLong(text.getKey(), String.valueOf(text.getValue())))
                .orElse(null);
    }

    private static boolean isLong(@Nullable String text) {
        return text != null && bytes(text) > MOST_SHORT_BYTES;
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** How often the broker has handed the message out before, where it says so: a quorum queue does. */
    static int deliveriesBefore(Message message) {
        MessageProperties properties = message.getMessageProperties();
        return Math.max(count(properties, "x-delivery-count"), count(properties, "x-acquired-count") - 1);
    }

    private static int count(MessageProperties properties, String header) {
        return properties.getHeader(header) instanceof Number number
                ? (int) Math.min(number.longValue(), Integer.MAX_VALUE)
                : 0;
    }
}
