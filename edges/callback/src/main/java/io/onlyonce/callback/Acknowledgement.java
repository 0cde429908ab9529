package io.onlyonce.callback;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An answer to a provider. Immutable; the body is not copied and must not be changed.
 *
 * @param status of HTTP
 * @param contentType of the body; null if it is empty
 * @param headers further ones
 */
@SuppressWarnings("ArrayRecordComponent") // bytes between a provider and its answer; never compared
public record Acknowledgement(int status, @Nullable String contentType, byte[] body, Map<String, String> headers) {
    /** One without a body. */
    public static Acknowledgement empty(int status) {
        return new Acknowledgement(status, null, new byte[0], Map.of());
    }

    /** One with exactly this text in ASCII. */
    public static Acknowledgement text(int status, String text) {
        return new Acknowledgement(
                status, "text/plain;charset=us-ascii", text.getBytes(StandardCharsets.US_ASCII), Map.of());
    }

    /** One with exactly this JSON. */
    public static Acknowledgement json(int status, String json) {
        return new Acknowledgement(status, "application/json", json.getBytes(StandardCharsets.UTF_8), Map.of());
    }

    /** The same with a header {@code Retry-After}. */
    public Acknowledgement retryAfter(int seconds) {
        return new Acknowledgement(status, contentType, body, Map.of("Retry-After", Integer.toString(seconds)));
    }

    @Override
    public String toString() {
        return status + " " + new String(body, StandardCharsets.UTF_8);
    }
}
