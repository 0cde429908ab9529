package io.onlyonce.broken.frame;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** JSON objects. */
public final class Json {
    private static final JsonMapper MAPPER = new JsonMapper();

    private Json() {}

    /** An object of these members, names and values in turn; numbers and texts stay what they are. */
    public static String object(Object... namesAndValues) {
        ObjectNode object = MAPPER.createObjectNode();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.set((String) namesAndValues[i], MAPPER.valueToTree(namesAndValues[i + 1]));
        }
        return MAPPER.writeValueAsString(object);
    }

    /** Reads one; empty text is an empty object. */
    public static JsonNode read(String text) {
        return text.isBlank() ? MAPPER.createObjectNode() : MAPPER.readTree(text);
    }
}
