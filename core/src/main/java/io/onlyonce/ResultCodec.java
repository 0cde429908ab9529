package io.onlyonce;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Turns an operation's answer into the bytes that its record keeps, and back. {@code null} is an answer like any other. Must be thread-safe.
 */
public interface ResultCodec<T extends @Nullable Object> {
    /**
     * @throws Exception if the answer cannot be written; the operation then counts as done with its answer not available
     */
    byte[] encode(T answer) throws Exception;

    /**
     * @throws Exception if the bytes cannot be read any more; the operation then counts as done with its answer not available
     */
    T decode(byte[] stored) throws Exception;

    /** Keeps a text as UTF-8. */
    static ResultCodec<String> text() {
        return new ResultCodec<>() {
            @Override
            public byte[] encode(String answer) {
                return answer.getBytes(StandardCharsets.UTF_8);
            }

            @Override
            public String decode(byte[] stored) {
                return new String(stored, StandardCharsets.UTF_8);
            }
        };
    }
}
