package io.onlyonce.broken.frame;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a variant is started.
 *
 * @param port of its HTTP interface on 127.0.0.1; 0 = any that is free
 * @param redis for example {@code redis://127.0.0.1:6379}; null = none
 * @param node which of several processes on the same database this one is
 */
public record Options(
        int port,
        String jdbc,
        String user,
        String password,
        @Nullable String redis,
        int node) {

    /**
     * Reads {@code --name value} pairs.
     *
     * @throws IllegalArgumentException if one is unknown, malformed or missing
     */
    public static Options of(String... arguments) {
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < arguments.length; i += 2) {
            if (!arguments[i].startsWith("--") || i + 1 == arguments.length) {
                throw new IllegalArgumentException(
                        "\"" + arguments[i] + "\" stands where --name value is expected. " + usage());
            }
            values.put(arguments[i].substring(2), arguments[i + 1]);
        }
        Options options = new Options(
                number(values, "port", "0"),
                required(values, "jdbc"),
                taken(values, "user", ""),
                taken(values, "password", ""),
                values.remove("redis"),
                number(values, "node", "1"));
        if (!values.isEmpty()) {
            throw new IllegalArgumentException("Unknown: --" + String.join(", --", values.keySet()) + ". " + usage());
        }
        return options;
    }

    /** How to start a variant. */
    public static String usage() {
        return "Usage: <variant> --jdbc URL [--port P] [--user U] [--password W] [--redis URL] [--node N]";
    }

    private static String required(Map<String, String> values, String name) {
        String value = values.remove(name);
        if (value == null) {
            throw new IllegalArgumentException("--" + name + " is missing. " + usage());
        }
        return value;
    }

    private static String taken(Map<String, String> values, String name, String otherwise) {
        String value = values.remove(name);
        return value == null ? otherwise : value;
    }

    private static int number(Map<String, String> values, String name, String otherwise) {
        String value = taken(values, name, otherwise);
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--" + name + " is \"" + value + "\"; it must be a number.", e);
        }
    }
}
