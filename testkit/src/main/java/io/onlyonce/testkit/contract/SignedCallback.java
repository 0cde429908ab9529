package io.onlyonce.testkit.contract;

import io.onlyonce.callback.CallbackRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A callback as a provider sends it, and how it could be tampered with. Immutable; what is changed is a copy.
 *
 * @param headers each with its one value
 */
@SuppressWarnings("ArrayRecordComponent") // bytes on their way to a verifier; never compared
public record SignedCallback(byte[] body, Map<String, String> headers) {
    /** What a verifier is given. */
    public CallbackRequest request() {
        return requestWith(Map.of());
    }

    /** The same with another body. */
    public SignedCallback withBody(byte[] other) {
        return new SignedCallback(other, headers);
    }

    /** The same with only the first bytes of its body. */
    SignedCallback cutTo(int length) {
        return withBody(Arrays.copyOf(body, length));
    }

    /** The same with one bit of its body turned. */
    SignedCallback withBodyBit(int bit) {
        byte[] changed = body.clone();
        changed[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
        return withBody(changed);
    }

    /** The same with another value of a header. */
    public SignedCallback withHeader(String name, String value) {
        Map<String, String> changed = new LinkedHashMap<>(headers);
        changed.put(name, value);
        return new SignedCallback(body, changed);
    }

    /** The same with one bit of a header's value turned. */
    SignedCallback withHeaderBit(String name, int bit) {
        char[] changed = value(name).toCharArray();
        changed[bit / Byte.SIZE] ^= (char) (1 << bit % Byte.SIZE);
        return withHeader(name, new String(changed));
    }

    /** A header's value. */
    String value(String name) {
        String value = headers.get(name);
        if (value == null) {
            throw new IllegalStateException(
                    "The callback has no header " + name + ", although it is said to be signed.");
        }
        return value;
    }

    /** What a verifier is given if these headers have come otherwise. */
    CallbackRequest requestWith(Map<String, List<String>> others) {
        Map<String, List<String>> all = new LinkedHashMap<>();
        headers.forEach((name, value) -> all.put(name, new ArrayList<>(List.of(value))));
        all.putAll(others);
        return new CallbackRequest(body, all);
    }

    /** How many bits the body has. */
    int bodyBits() {
        return body.length * Byte.SIZE;
    }
}
