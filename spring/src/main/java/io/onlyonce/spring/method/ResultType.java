package io.onlyonce.spring.method;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import org.springframework.core.ResolvableType;

/** The declared type of a method's result, as a bean's class has it: what a generic superclass leaves open is filled in. */
final class ResultType {
    private ResultType() {}

    static Type of(Method method, Class<?> type) {
        return whole(ResolvableType.forMethodReturnType(method, type)).getType();
    }

    private static ResolvableType whole(ResolvableType type) {
        Class<?> raw = type.resolve();
        if (raw == null || raw.isArray() || type.getType() instanceof WildcardType) {
            return type;
        }
        if (!type.hasGenerics()) {
            return ResolvableType.forType(raw);
        }
        return ResolvableType.forClassWithGenerics(
                raw, Arrays.stream(type.getGenerics()).map(ResultType::whole).toArray(ResolvableType[]::new));
    }
}
