package io.onlyonce.http;

import io.onlyonce.json.JsonFingerprint;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * The fields of a payload that may differ between two attempts at the same request: a timestamp, a nonce, a signature. A pointer of one step also names the
 * field of a form or the part of an upload. Immutable and thread-safe.
 */
public final class VolatileFields {
    /** Every field counts. */
    public static final VolatileFields NONE = of();

    private final Set<String> pointers;
    private final JsonFingerprint json;

    private VolatileFields(Set<String> pointers) {
        this.pointers = Collections.unmodifiableSet(new TreeSet<>(pointers));
        this.json = new JsonFingerprint(pointers);
    }

    /**
     * These fields do not count.
     *
     * @param pointers JSON pointers, for example {@code /sentAt}; {@code *} stands for every element of an array
     * @throws io.onlyonce.error.MisuseException if one is no JSON pointer
     */
    public static VolatileFields of(String... pointers) {
        return new VolatileFields(Set.of(pointers));
    }

    /** The pointers. */
    public Set<String> pointers() {
        return pointers;
    }

    /** Adds JSON documents to fingerprints without these fields. */
    JsonFingerprint json() {
        return json;
    }

    /** Whether a form's field or an upload's part is one of them. */
    boolean namesField(String name) {
        return pointers.contains("/" + name.replace("~", "~0").replace("/", "~1"));
    }

    @Override
    public String toString() {
        return pointers.toString();
    }
}
