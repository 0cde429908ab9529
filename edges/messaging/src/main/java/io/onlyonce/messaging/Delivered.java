package io.onlyonce.messaging;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message as its broker delivered it. Immutable; the body is not copied and must not be changed.
 *
 * @param source where it was read: the queue or the topic. The same id in two sources is two messages
 * @param headers the ones that are texts, under their names as they came
 * @param body the bytes as they came, not decoded
 * @param position where it stands, for a broker that keeps a log: topic-partition-offset. Null where there is no such thing
 */
@SuppressWarnings("ArrayRecordComponent") // bytes between a broker and a handler; never compared
public record Delivered(
        String source,
        Map<String, String> headers,
        byte[] body,
        @Nullable String position) {
    public Delivered {
        headers = Map.copyOf(headers);
    }

    /** A message of a broker that keeps no log. */
    public static Delivered of(String source, Map<String, String> headers, byte[] body) {
        return new Delivered(source, headers, body, null);
    }

    /** Names it by what may stand in a log: neither its headers nor its body. */
    @Override
    public String toString() {
        return "a message of " + source + (position == null ? "" : " at " + position) + ", " + body.length + " bytes";
    }
}
