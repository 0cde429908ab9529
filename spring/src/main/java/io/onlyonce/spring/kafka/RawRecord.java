package io.onlyonce.spring.kafka;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * What a record was before it was decoded, and whether that failed. It rides among the record's headers from the consumer to its listener, where it is taken out. Confined to the
 * consumer's thread.
 */
final class RawRecord implements Header {
    static final String NAME = "onlyonce-raw";

    private final Header[] headers;
    private byte @Nullable [] keyBytes;
    private byte @Nullable [] valueBytes;
    private @Nullable String failure;

    private RawRecord(Header[] headers) {
        this.headers = headers;
    }

    /** The one of a record that is being decoded; its headers are noted before a decoder changes them. */
    static RawRecord in(Headers headers) {
        if (headers.lastHeader(NAME) instanceof RawRecord noted) {
            return noted;
        }
        RawRecord raw = new RawRecord(headers.toArray());
        headers.add(raw);
        return raw;
    }

    /** The one of a record that was decoded. One that has neither key nor value never is. */
    static RawRecord of(ConsumerRecord<?, ?> message) {
        if (message.value() != null && !(message.headers().lastHeader(NAME) instanceof RawRecord)) {
            throw new IllegalStateException(KafkaTexts.notRaw(message.topic()));
        }
        return in(message.headers());
    }

    void note(boolean isKey, byte @Nullable [] bytes) {
        if (isKey) {
            keyBytes = bytes;
        } else {
            valueBytes = bytes;
        }
    }

    void failed(boolean isKey, Throwable cause) {
        failure = KafkaTexts.undecodable(isKey, cause);
    }

    Header[] headers() {
        return headers;
    }

    byte @Nullable [] keyBytes() {
        return keyBytes;
    }

    byte @Nullable [] valueBytes() {
        return valueBytes;
    }

    /** Why it could not be decoded; null if it was. */
    @Nullable
    String failure() {
        return failure;
    }

    @Override
    public String key() {
        return NAME;
    }

    /** Nothing: it is no header of the message's. */
    @Override
    public byte @Nullable [] value() {
        return null;
    }
}
