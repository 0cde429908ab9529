package io.onlyonce.simulator;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One delivery's bytes: a notice as it goes over the wire. Immutable; the body is not copied and must not be changed.
 *
 * @param headers in the order in which they are sent
 * @param body the bytes that the signature is made over
 */
@SuppressWarnings("ArrayRecordComponent") // bytes on their way out; never compared
public record SignedCallback(Map<String, String> headers, byte[] body) {
    static final String CONTENT_TYPE = "Content-Type";

    static SignedCallback json(byte[] body) {
        return new SignedCallback(Map.of(CONTENT_TYPE, "application/json"), body);
    }

    /** The body as UTF-8. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** The same with one header added or put in another's place. */
    public SignedCallback withHeader(String name, String value) {
        Map<String, String> changed = new LinkedHashMap<>(headers);
        changed.put(name, value);
        return new SignedCallback(changed, body);
    }

    /** The same with another body, and the signature as it was. */
    public SignedCallback withBody(byte[] other) {
        return new SignedCallback(headers, other);
    }
}
