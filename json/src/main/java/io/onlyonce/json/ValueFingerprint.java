package io.onlyonce.json;

import io.onlyonce.Fingerprint;
import io.onlyonce.error.MisuseException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Adds Java values, such as a method's arguments, to a {@link Fingerprint}: they are written as JSON and compared by what that means, see {@link
 * JsonFingerprint}. The elements of a {@link java.util.Set} have no order here: equal sets have one fingerprint, in every process.
 *
 * <p>Two values that are written alike count as equal, whatever their classes. Immutable and thread-safe; make it once and keep it.
 */
public final class ValueFingerprint {
    private final JsonMapper mapper;
    private final JsonFingerprint documents;

    /** All of a value's fields count, and they are written as the answers are, see {@link ExactJson}. */
    public ValueFingerprint() {
        this(ExactJson.mapper(), new JsonFingerprint(Set.of()));
    }

    /**
     * @param mapper writes the values; must write equal values alike
     * @param documents which fields count
     */
    public ValueFingerprint(JsonMapper mapper, JsonFingerprint documents) {
        this.mapper = SetByMeaning.in(mapper);
        this.documents = documents;
    }

    /**
     * Adds a value.
     *
     * @throws MisuseException if the value cannot be written as JSON
     * @throws UnreadableJsonException if its JSON goes over a limit of {@link JsonFingerprint}, or is ambiguous
     */
    public void add(Fingerprint.Hasher hasher, @Nullable Object value) {
        byte[] json;
        try {
            json = mapper.writeValueAsBytes(value);
        } catch (JacksonException e) {
            MisuseException misuse = new MisuseException(JsonTexts.unwritableValue(value));
            misuse.initCause(e);
            throw misuse;
        }
        documents.add(hasher, json);
    }
}
