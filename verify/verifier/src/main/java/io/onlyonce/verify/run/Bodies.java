package io.onlyonce.verify.run;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What is read from answers' bodies. */
final class Bodies {
    private static final JsonMapper JSON = JsonMapper.shared();

    private Bodies() {}

    /** The bytes that are compared: all of them, or where members may differ the JSON without these. */
    static byte[] compared(byte[] body, List<String> ignored) {
        if (ignored.isEmpty()) {
            return body;
        }
        try {
            JsonNode document = JSON.readTree(body);
            for (String pointer : ignored) {
                JsonPointer whole = JsonPointer.compile(pointer);
                JsonPointer parent = whole.head();
                if (parent != null && document.at(parent) instanceof ObjectNode object) {
                    object.remove(whole.last().getMatchingProperty());
                }
            }
            return document.toString().getBytes(StandardCharsets.UTF_8);
        } catch (JacksonException e) {
            return body;
        }
    }

    /** The members of a JSON object that are no objects or lists themselves, by their names with dots between. */
    static Map<String, String> members(String body) {
        Map<String, String> members = new HashMap<>();
        try {
            collect("", JSON.readTree(body), members);
        } catch (JacksonException e) {
            // no JSON: nothing is kept of it
        }
        return members;
    }

    /** Whether a body has this number in it, and not only a longer one that begins with it. */
    static boolean carries(String body, String number) {
        for (int at = body.indexOf(number); at >= 0; at = body.indexOf(number, at + 1)) {
            int end = at + number.length();
            if (end == body.length() || !Character.isDigit(body.charAt(end))) {
                return true;
            }
        }
        return false;
    }

    private static void collect(String prefix, JsonNode node, Map<String, String> members) {
        node.properties().forEach(member -> {
            if (member.getValue().isObject()) {
                collect(prefix + member.getKey() + ".", member.getValue(), members);
            } else if (member.getValue().isValueNode() && !member.getValue().isNull()) {
                members.put(prefix + member.getKey(), member.getValue().asString());
            }
        });
    }
}
