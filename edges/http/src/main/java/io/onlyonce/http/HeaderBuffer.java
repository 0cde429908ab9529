package io.onlyonce.http;

import io.onlyonce.http.RecordedResponse.Header;
import jakarta.servlet.http.HttpServletResponse;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The headers that a handler sets, on top of those that earlier filters have set on the real answer; the real answer is only read. Confined to one thread.
 */
final class HeaderBuffer {
    private final HttpServletResponse earlier;
    private final Map<String, Header> headers = new LinkedHashMap<>();

    HeaderBuffer(HttpServletResponse earlier) {
        this.earlier = earlier;
    }

    /** Replaces all values, those of earlier filters too; null takes them away. */
    void set(String name, @Nullable String value) {
        headers.put(lower(name), new Header(name, value == null ? List.of() : List.of(value), true));
    }

    void add(String name, String value) {
        Header before = headers.getOrDefault(lower(name), new Header(name, List.of(), false));
        List<String> values = new ArrayList<>(before.values());
        values.add(value);
        headers.put(lower(name), new Header(before.name(), values, before.replaces()));
    }

    List<String> values(String name) {
        Header mine = headers.get(lower(name));
        List<String> values = new ArrayList<>();
        if (mine == null || !mine.replaces()) {
            values.addAll(earlier.getHeaders(name));
        }
        if (mine != null) {
            values.addAll(mine.values());
        }
        return values;
    }

    Collection<String> names() {
        Set<String> names = new LinkedHashSet<>();
        for (String name : earlier.getHeaderNames()) {
            if (!headers.containsKey(lower(name))) {
                names.add(name);
            }
        }
        headers.values().stream()
                .filter(header -> !values(header.name()).isEmpty())
                .forEach(header -> names.add(header.name()));
        return names;
    }

    /** What the handler set, in the order of first mention. */
    Collection<Header> own() {
        return headers.values();
    }

    /** Takes everything away, also what earlier filters have set. */
    void takeAllAway() {
        headers.clear();
        earlier.getHeaderNames().forEach(name -> set(name, null));
    }

    /** As if the handler had not begun. */
    void restart() {
        headers.clear();
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
