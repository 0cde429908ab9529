package io.onlyonce.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code application/x-www-form-urlencoded} text: names and values in their order. */
final class FormFields {
    private FormFields() {}

    /**
     * The fields of a form's body.
     *
     * @throws RequestRefusedException if it is not encoded rightly
     */
    static Map<String, List<String>> ofBody(byte[] body, Charset charset) {
        return parse(new String(body, StandardCharsets.ISO_8859_1), charset, true);
    }

    /** The fields of a query string; what is not encoded rightly is taken as it stands. */
    static Map<String, List<String>> ofQuery(@Nullable String query) {
        return parse(query == null ? "" : query, StandardCharsets.UTF_8, false);
    }

    private static Map<String, List<String>> parse(String text, Charset charset, boolean strict) {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        int start = 0;
        for (int number = 1; start < text.length(); number++) {
            int end = text.indexOf('&', start);
            String field = text.substring(start, end < 0 ? text.length() : end);
            start += field.length() + 1;
            if (!field.isEmpty()) {
                int equals = field.indexOf('=');
                String name = decode(equals < 0 ? field : field.substring(0, equals), charset);
                String value = equals < 0 ? "" : decode(field.substring(equals + 1), charset);
                if (strict && (name == null || value == null)) {
                    throw new RequestRefusedException(HttpProblem.MALFORMED_FORM, HttpTexts.badEncoding(number));
                }
                fields.computeIfAbsent(name == null ? field : name, any -> new ArrayList<>(1))
                        .add(value == null ? field : value);
            }
        }
        return fields;
    }

    /** The decoded text; null if it is not encoded rightly. */
    private static @Nullable String decode(String text, Charset charset) {
        if (text.chars().allMatch(c -> c == '-' || c == '_' || (c < 0x80 && Character.isLetterOrDigit(c)))) {
            return text;
        }
        ByteBuffer bytes = ByteBuffer.allocate(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                int high = i + 2 < text.length() ? Character.digit(text.charAt(i + 1), 16) : -1;
                int low = i + 2 < text.length() ? Character.digit(text.charAt(i + 2), 16) : -1;
                if (high < 0 || low < 0) {
                    return null;
                }
                bytes.put((byte) (high << 4 | low));
                i += 2;
            } else if (c > 0xFF) {
                return null;
            } else {
                bytes.put((byte) (c == '+' ? ' ' : c));
            }
        }
        try {
            return charset.newDecoder().decode(bytes.flip()).toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }
}
