package io.onlyonce.json;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The fields that hold an object's state, those of its own classes; what the JDK's classes hold is their business. */
final class Fields {
    static Stream<Field> of(@Nullable Class<?> type) {
        if (type == null || isJdk(type)) {
            return Stream.empty();
        }
        Stream<Field> own = Arrays.stream(type.getDeclaredFields())
                .filter(field -> !field.isSynthetic())
                .filter(field -> (field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0);
        return Stream.concat(own, of(type.getSuperclass()));
    }

    static boolean isJdk(Class<?> type) {
        String module = type.getModule().getName();
        return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
    }

    private Fields() {}
}
