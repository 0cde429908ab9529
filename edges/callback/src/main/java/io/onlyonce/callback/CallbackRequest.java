package io.onlyonce.callback;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A callback as it came: the body's raw bytes, because signatures are made over them and nothing that was read and written again is the same, and its headers.
 * Immutable and thread-safe; the body is not copied and must not be changed.
 */
public final class CallbackRequest {
    private final byte[] body;
    private final Map<String, List<String>> headers;

    /**
     * @param body the bytes as they came, neither decoded nor parsed
     * @param headers each name with its values, in any case
     */
    public CallbackRequest(byte[] body, Map<String, List<String>> headers) {
        this.body = body;
        this.headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.forEach((name, values) ->
                this.headers.computeIfAbsent(name, any -> new ArrayList<>()).addAll(values));
    }

    /** The raw bytes. */
    public byte[] body() {
        return body;
    }

    /** The body as UTF-8, where a signature is made over text. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** The one value of a header; empty if there is none, or there are several, of which nobody could say which was signed. */
    public Optional<String> header(String name) {
        List<String> values = headers.getOrDefault(name, List.of());
        return values.size() == 1 ? Optional.of(values.get(0)) : Optional.empty();
    }

    /** How long the body is; what it says may be personal. */
    @Override
    public String toString() {
        return body.length + " bytes, headers " + headers.keySet();
    }
}
