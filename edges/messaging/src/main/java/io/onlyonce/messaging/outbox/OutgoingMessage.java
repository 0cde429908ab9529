package io.onlyonce.messaging.outbox;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message that is to be sent. Immutable; the body is not copied and must not be changed.
 *
 * @param destination where to: the exchange, the topic. 1 to 255 printable ASCII characters without blanks
 * @param key the routing key, or what decides on the partition; null for none
 * @param id what its consumers know it by, however often it is sent: made once, by the program that publishes it, best out of its business numbers. 1 to 255 printable ASCII
 *     characters without blanks
 * @param headers sent with it
 * @param body its bytes; with the headers at most 1 MiB
 */
@SuppressWarnings("ArrayRecordComponent") // bytes between a program and a broker; never compared
public record OutgoingMessage(
        String destination, @Nullable String key, String id, Map<String, String> headers, byte[] body) {
    /** The header that carries the id, where the broker has no field for it. */
    public static final String ID_HEADER = "message-id";

    public OutgoingMessage {
        headers = Map.copyOf(headers);
    }

    /** Names it by what may stand in a log: neither its headers nor its body. */
    @Override
    public String toString() {
        return "message " + id + " for " + destination + (key == null ? "" : "/" + key);
    }
}
