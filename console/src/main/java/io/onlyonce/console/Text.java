package io.onlyonce.console;

import java.util.Arrays;
import java.util.List;

/**
 * Something to be said in the reader's language.
 *
 * @param key its name in {@code texts*.properties}
 * @param values what stands in it; shown as text
 */
record Text(String key, List<Object> values) {
    Text(String key, Object... values) {
        this(key, Arrays.asList(values));
    }
}
