package io.onlyonce.simulator;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the merchant answered. Immutable; the body is not copied and must not be changed.
 *
 * @param status of HTTP
 * @param body as it came
 * @param retryAfter from the header of this name, if it has seconds; null otherwise
 */
@SuppressWarnings("ArrayRecordComponent") // bytes as they came; compared by whoever looks
public record Answer(int status, byte[] body, @Nullable Duration retryAfter) {
    /** The body as UTF-8. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }
}
