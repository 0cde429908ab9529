package io.onlyonce.spring.kafka;

import io.onlyonce.messaging.DeadLetterHeaders;
import io.onlyonce.messaging.Delivered;
import io.onlyonce.messaging.outbox.OutgoingMessage;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.support.KafkaHeaders;

/** Records of Kafka, told in the words of {@link io.onlyonce.messaging}. A record's key is a header, too. */
final class KafkaMessages {
    /** The header under which a listener's expression finds the record's key. */
    private static final String RECORD_KEY = "record-key";

    private static final byte[] EMPTY = new byte[0];

    private KafkaMessages() {}

    /** A message as it was read from a topic, before it was decoded. */
    static Delivered delivered(ConsumerRecord<?, ?> message, RawRecord raw) {
        String position = message.topic() + "-" + message.partition() + "-" + message.offset();
        return new Delivered(
                message.topic(), texts(List.of(raw.headers()), raw.keyBytes()), orEmpty(raw.valueBytes()), position);
    }

    /** A dead letter as its consumer saw it. */
    static Delivered letter(ConsumerRecord<byte[], byte[]> letter, String source) {
        return Delivered.of(source, texts(List.of(letter.headers().toArray()), letter.key()), orEmpty(letter.value()));
    }

    private static byte[] orEmpty(byte @Nullable [] bytes) {
        return bytes == null ? EMPTY : bytes;
    }

    private static Map<String, String> texts(List<Header> headers, byte @Nullable [] key) {
        Map<String, String> texts = new HashMap<>();
        text(key).ifPresent(text -> texts.put(RECORD_KEY, text));
        headers.forEach(header -> text(header.value()).ifPresent(text -> texts.put(header.key(), text)));
        return texts;
    }

    /** Kafka knows bytes only; what is no UTF-8 is no text. */
    private static Optional<String> text(byte @Nullable [] bytes) {
        try {
            return bytes == null
                    ? Optional.empty()
                    : Optional.of(StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(bytes))
                            .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /** A message as it is to be sent. */
    static ProducerRecord<byte[], byte[]> of(OutgoingMessage message) {
        byte[] key = message.key() == null ? null : bytes(message.key());
        ProducerRecord<byte[], byte[]> made = new ProducerRecord<>(message.destination(), key, message.body());
        message.headers().forEach((name, value) -> made.headers().add(name, bytes(value)));
        made.headers().remove(OutgoingMessage.ID_HEADER).add(OutgoingMessage.ID_HEADER, bytes(message.id()));
        return made;
    }

    /** The same message for the dead letters, byte for byte. */
    static ProducerRecord<byte[], byte[]> letter(String topic, RawRecord raw, Map<String, String> more) {
        Headers headers = without(DeadLetterHeaders.NAMES, raw.headers());
        more.forEach((name, value) -> headers.add(name, bytes(value)));
        return new ProducerRecord<>(topic, null, raw.keyBytes(), raw.valueBytes(), headers);
    }

    /** The same message without what was noted when it was given up. */
    static ProducerRecord<byte[], byte[]> asItWas(ConsumerRecord<byte[], byte[]> letter, String topic) {
        return new ProducerRecord<>(
                topic,
                null,
                letter.key(),
                letter.value(),
                without(DeadLetterHeaders.NAMES, letter.headers().toArray()));
    }

    /** What is left of a message that the topic of dead letters takes in no size: that it was there, and where. */
    static ProducerRecord<byte[], byte[]> stub(String topic, Delivered message, Map<String, String> headers) {
        ProducerRecord<byte[], byte[]> stub = new ProducerRecord<>(topic, null);
        headers.forEach((name, value) -> stub.headers().add(name, bytes(value)));
        String cause = KafkaTexts.stub(String.valueOf(message.position()), headers.get(DeadLetterHeaders.CAUSE));
        stub.headers().remove(DeadLetterHeaders.CAUSE).add(DeadLetterHeaders.CAUSE, bytes(cause));
        return stub;
    }

    /** A dead letter that goes behind the others. */
    static ProducerRecord<byte[], byte[]> again(ConsumerRecord<byte[], byte[]> letter) {
        return new ProducerRecord<>(letter.topic(), null, letter.key(), letter.value(), letter.headers());
    }

    /** The topic in which a dead letter was read; Spring Kafka notes it under a name of its own. */
    static Optional<String> source(ConsumerRecord<byte[], byte[]> letter) {
        Map<String, String> texts = texts(List.of(letter.headers().toArray()), null);
        return Optional.ofNullable(texts.get(DeadLetterHeaders.SOURCE))
                .or(() -> Optional.ofNullable(texts.get(KafkaHeaders.DLT_ORIGINAL_TOPIC)));
    }

    /** The decoded record as its listener is to have it. */
    static <K, V> ConsumerRecord<K, V> forListener(ConsumerRecord<K, V> message) {
        return new ConsumerRecord<>(
                message.topic(),
                message.partition(),
                message.offset(),
                message.timestamp(),
                message.timestampType(),
                message.serializedKeySize(),
                message.serializedValueSize(),
                message.key(),
                message.value(),
                without(Set.of(RawRecord.NAME), message.headers().toArray()),
                message.leaderEpoch());
    }

    private static Headers without(Set<String> names, Header[] headers) {
        Headers kept = new RecordHeaders();
        Arrays.stream(headers).filter(header -> !names.contains(header.key())).forEach(kept::add);
        return kept;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
