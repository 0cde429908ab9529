package io.onlyonce.json;

import io.onlyonce.error.MisuseException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Where an answer's JSON has the number that the business knows it by. Immutable and thread-safe. */
public final class BusinessNumber {
    private static final int LONGEST = 100;

    private final JsonPointer pointer;

    private BusinessNumber(JsonPointer pointer) {
        this.pointer = pointer;
    }

    /**
     * The text or number at this place.
     *
     * @param pointer for example {@code /orderId}
     * @throws MisuseException if it is no JSON pointer (RFC 6901) to something inside a document
     */
    public static BusinessNumber at(String pointer) {
        if (!pointer.startsWith("/") || pointer.matches("(?s).*~(?![01]).*")) {
            throw new MisuseException(JsonTexts.badPointer(pointer));
        }
        return new BusinessNumber(JsonPointer.compile(pointer));
    }

    /** What stands there in a document; null if that is no text or number, longer than 100 characters, or the document is no JSON. */
    public @Nullable String in(byte[] document) {
        try {
            return text(ExactJson.mapper().readTree(document));
        } catch (JacksonException e) {
            return null;
        }
    }

    /** What stands there in the JSON of a value; null as above. */
    public @Nullable String of(@Nullable Object value) {
        try {
            return text(ExactJson.mapper().valueToTree(value));
        } catch (JacksonException e) {
            return null;
        }
    }

    /**
     * The document without everything else: nothing but the objects that lead to the number, and the number as it stands there.
     *
     * @return null if the number is not there, as above, or stands in an array
     */
    public byte @Nullable [] excerpt(byte[] document) {
        try {
            JsonNode whole = ExactJson.mapper().readTree(document);
            if (text(whole) == null) {
                return null;
            }
            ObjectNode excerpt = ExactJson.mapper().createObjectNode();
            ObjectNode inner = excerpt;
            JsonNode from = whole;
            for (JsonPointer rest = pointer; !rest.matches(); rest = rest.tail()) {
                if (!from.isObject()) {
                    return null;
                }
                String name = rest.getMatchingProperty();
                from = from.get(name);
                if (rest.tail().matches()) {
                    inner.set(name, from);
                } else {
                    inner = inner.putObject(name);
                }
            }
            return ExactJson.mapper().writeValueAsBytes(excerpt);
        } catch (JacksonException e) {
            return null;
        }
    }

    private @Nullable String text(@Nullable JsonNode document) {
        JsonNode found = document == null ? null : document.at(pointer);
        if (found == null || !(found.isString() || found.isNumber())) {
            return null;
        }
        String text = found.asString();
        return text.isBlank() || text.length() > LONGEST ? null : text;
    }
}
