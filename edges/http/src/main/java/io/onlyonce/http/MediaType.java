package io.onlyonce.http;

import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A {@code Content-Type} taken apart (RFC 9110 §8.3.1), as far as this edge needs it. What cannot be parsed is kept as the type's text.
 *
 * @param type type and subtype in lower case; empty where the request names none
 * @param parameters by name in lower case
 */
record MediaType(String type, SortedMap<String, String> parameters) {

    static MediaType of(@Nullable String header) {
        SortedMap<String, String> parameters = new TreeMap<>();
        if (header == null) {
            return new MediaType("", parameters);
        }
        int end = endOfPart(header, 0);
        String type = header.substring(0, end).strip().toLowerCase(Locale.ROOT);
        while (end < header.length()) {
            int start = end + 1;
            end = endOfPart(header, start);
            String part = header.substring(start, end);
            int equals = part.indexOf('=');
            if (equals > 0) {
                String name = part.substring(0, equals).strip().toLowerCase(Locale.ROOT);
                parameters.putIfAbsent(name, unquoted(part.substring(equals + 1).strip()));
            }
        }
        return new MediaType(type, parameters);
    }

    /** The header without one of its parameters; everything else stays as it was written. */
    static String without(String header, String parameter) {
        int end = endOfPart(header, 0);
        StringBuilder rest = new StringBuilder(header.substring(0, end));
        while (end < header.length()) {
            int start = end + 1;
            end = endOfPart(header, start);
            String part = header.substring(start, end);
            if (!part.strip().toLowerCase(Locale.ROOT).startsWith(parameter + "=")) {
                rest.append(';').append(part);
            }
        }
        return rest.toString();
    }

    boolean isJson() {
        return type.equals("application/json") || type.endsWith("+json");
    }

    boolean isForm() {
        return type.equals("application/x-www-form-urlencoded");
    }

    boolean isMultipart() {
        return type.equals("multipart/form-data");
    }

    @Nullable
    String charset() {
        return parameters.get("charset");
    }

    /** The parameters that can change what the body means: all but how it is packed. */
    Map<String, String> meaningful() {
        SortedMap<String, String> rest = new TreeMap<>(parameters);
        rest.remove("boundary");
        rest.remove("charset");
        return rest;
    }

    private static int endOfPart(String header, int start) {
        boolean quoted = false;
        for (int i = start; i < header.length(); i++) {
            char c = header.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == '\\' && quoted) {
                i++;
            } else if (c == ';' && !quoted) {
                return i;
            }
        }
        return header.length();
    }

    private static String unquoted(String value) {
        if (value.length() < 2 || !value.startsWith("\"") || !value.endsWith("\"")) {
            return value;
        }
        StringBuilder text = new StringBuilder();
        for (int i = 1; i < value.length() - 1; i++) {
            char c = value.charAt(i);
            if (c == '\\' && i + 1 < value.length() - 1) {
                c = value.charAt(++i);
            }
            text.append(c);
        }
        return text.toString();
    }
}
