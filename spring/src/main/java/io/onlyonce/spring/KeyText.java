package io.onlyonce.spring;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What an expression's value is worth as a key. */
public final class KeyText {
    private KeyText() {}

    /** The text of a non-blank string, a number, a UUID or an enum constant; null for everything else: a key made of nothing would make all calls one. */
    public static @Nullable String of(@Nullable Object value) {
        String text = value instanceof Enum<?> constant
                ? constant.name()
                : value instanceof CharSequence || value instanceof Number || value instanceof UUID
                        ? value.toString()
                        : null;
        return text == null || text.isBlank() ? null : text;
    }
}
