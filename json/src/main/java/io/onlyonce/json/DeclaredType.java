package io.onlyonce.json;

import io.onlyonce.error.MisuseException;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;

/** Whether a type says all of itself: no raw class, no wildcard, no type variable. Jackson would silently read the gap as {@code Object}. */
final class DeclaredType {
    /** @throws MisuseException if the type leaves something open */
    static void check(Type declared) {
        check(declared, declared);
    }

    private static void check(Type declared, Type part) {
        if (part instanceof Class<?> raw && raw.getTypeParameters().length > 0) {
            throw new MisuseException(JsonTexts.openType(declared, "the raw type " + raw.getName()));
        } else if (part instanceof WildcardType) {
            throw new MisuseException(JsonTexts.openType(declared, "the wildcard " + part));
        } else if (part instanceof TypeVariable<?>) {
            throw new MisuseException(JsonTexts.openType(declared, "the type variable " + part));
        } else if (part instanceof GenericArrayType array) {
            check(declared, array.getGenericComponentType());
        } else if (part instanceof ParameterizedType generic) {
            for (Type argument : generic.getActualTypeArguments()) {
                check(declared, argument);
            }
        }
    }

    private DeclaredType() {}
}
