package io.onlyonce.verify.init;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Makes up a body that a schema allows. The first text of it that may be any carries the operation's own number. */
final class Sample {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int DEEPEST = 8;
    private static final Pattern NUMBER = Pattern.compile(
            "(?i).*(ref|reference|number|no|requestid|orderid|externalid|note|comment|name|title|description)$");

    private final JsonNode document;

    Sample(JsonNode document) {
        this.document = document;
    }

    /** A template. */
    String of(JsonNode schema) {
        return with(value(schema, 0), schema);
    }

    /** An example as a template. */
    String with(JsonNode example, JsonNode schema) {
        JsonNode value = example.deepCopy();
        if (value instanceof ObjectNode object) {
            own(object, members(resolved(schema), 0));
        }
        String text = PlanWriter.literal(value.toPrettyString());
        return text.replace("$${", "${");
    }

    /** Puts the number into the member that is likeliest to take any text. */
    private static void own(ObjectNode object, Map<String, JsonNode> members) {
        List<String> free = new ArrayList<>();
        object.properties().forEach(member -> {
            JsonNode schema = members.getOrDefault(member.getKey(), JSON.createObjectNode());
            if (member.getValue().isString()
                    && !schema.has("enum")
                    && !schema.has("format")
                    && !schema.has("pattern")
                    && !member.getValue().asString().contains("${")) {
                free.add(member.getKey());
            }
        });
        free.stream()
                .filter(name -> NUMBER.matcher(name).matches())
                .findFirst()
                .ifPresent(name -> object.put(name, "${ref}"));
    }

    private JsonNode value(JsonNode given, int depth) {
        JsonNode schema = resolved(given);
        for (String ready : List.of("example", "default", "const")) {
            if (schema.has(ready)) {
                return schema.path(ready);
            }
        }
        if (schema.at("/enum/0").isValueNode()) {
            return schema.at("/enum/0");
        }
        if (schema.at("/examples/0").isValueNode()) {
            return schema.at("/examples/0");
        }
        for (String choice : List.of("oneOf", "anyOf")) {
            if (schema.has(choice) && depth < DEEPEST) {
                return value(schema.path(choice).path(0), depth + 1);
            }
        }
        Map<String, JsonNode> members = members(schema, depth);
        JsonNode type = schema.path("type").isArray() ? schema.at("/type/0") : schema.path("type");
        return switch (members.isEmpty() ? type.asString("object") : "object") {
            case "string" -> JSON.getNodeFactory().stringNode(text(schema));
            case "integer", "number" ->
                JSON.getNodeFactory()
                        .numberNode(Math.max(1, schema.path("minimum").asInt(1)));
            case "boolean" -> JSON.getNodeFactory().booleanNode(true);
            case "array" ->
                depth < DEEPEST
                        ? JSON.createArrayNode().add(value(schema.path("items"), depth + 1))
                        : JSON.createArrayNode();
            default -> object(members, depth);
        };
    }

    private ObjectNode object(Map<String, JsonNode> members, int depth) {
        ObjectNode object = JSON.createObjectNode();
        if (depth < DEEPEST) {
            members.forEach((name, schema) -> {
                if (!schema.path("readOnly").asBoolean(false)) {
                    object.set(name, value(schema, depth + 1));
                }
            });
        }
        return object;
    }

    private static String text(JsonNode schema) {
        return switch (schema.path("format").asString("")) {
            case "date-time" -> "${now}";
            case "date" -> "2030-01-01";
            case "uuid" -> "${key}";
            case "email" -> "alice@example.org";
            case "uri", "url" -> "http://127.0.0.1/";
            default -> "text";
        };
    }

    /** The members that an object may have, with those of all that it is made of. */
    private Map<String, JsonNode> members(JsonNode schema, int depth) {
        Map<String, JsonNode> members = new LinkedHashMap<>();
        if (depth < DEEPEST) {
            schema.path("allOf").forEach(part -> members.putAll(members(resolved(part), depth + 1)));
        }
        schema.path("properties")
                .properties()
                .forEach(member -> members.put(member.getKey(), resolved(member.getValue())));
        return members;
    }

    /** What a reference within the document stands for. */
    JsonNode resolved(JsonNode node) {
        JsonNode at = node;
        for (int i = 0; i < DEEPEST && at.has("$ref"); i++) {
            String reference = at.path("$ref").asString("");
            if (!reference.startsWith("#/")) {
                return JSON.missingNode();
            }
            at = document.at(JsonPointer.compile(reference.substring(1)));
        }
        return at;
    }
}
