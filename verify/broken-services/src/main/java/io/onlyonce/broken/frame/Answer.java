package io.onlyonce.broken.frame;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP answer. Immutable.
 *
 * @param body JSON; empty = none
 */
public record Answer(int status, Map<String, String> headers, String body) {
    /** With {@code Location}, if there is one. */
    public static Answer of(int status, @Nullable String location, String body) {
        return new Answer(status, location == null ? Map.of() : Map.of("Location", location), body);
    }

    public static Answer ok(String body) {
        return of(200, null, body);
    }

    public static Answer created(String location, String body) {
        return of(201, location, body);
    }

    /** Received, nothing to say. */
    public static Answer acknowledged() {
        return of(204, null, "");
    }

    public Answer with(String header, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new Answer(status, more, body);
    }

    /** The same, marked as the answer to an earlier request. */
    public Answer replayed() {
        return with("Idempotent-Replayed", "true");
    }

    public @Nullable String location() {
        return headers.get("Location");
    }
}
