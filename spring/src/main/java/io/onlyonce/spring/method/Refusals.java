package io.onlyonce.spring.method;

import io.onlyonce.Refusal;
import io.onlyonce.error.MisuseException;
import io.onlyonce.spring.SpringTexts;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import org.springframework.beans.BeanInstantiationException;
import org.springframework.beans.BeanUtils;

/** Makes remembered refusals of the exception types that an annotation names. */
final class Refusals {
    private static final String PROBE = "message";

    private Refusals() {}

    /**
     * The most special type first, so that each exception is remembered as what it is.
     *
     * @throws MisuseException if a type cannot be made again out of its message, or two have the same name
     */
    static Refusal<?>[] of(Method method, Class<? extends Exception>[] types) {
        Refusal<?>[] refusals = Arrays.stream(types)
                .sorted(Comparator.comparingInt(Refusals::depth).reversed())
                .map(type -> of(method, type))
                .toArray(Refusal<?>[]::new);
        if (Arrays.stream(refusals).map(Refusal::code).distinct().count() < types.length) {
            throw new MisuseException(SpringTexts.refusalsAlike(method, Arrays.asList(types)));
        }
        return refusals;
    }

    private static int depth(Class<?> type) {
        return type.getSuperclass() == null ? 0 : 1 + depth(type.getSuperclass());
    }

    private static <X extends Exception> Refusal<X> of(Method method, Class<X> type) {
        try {
            Constructor<X> constructor = type.getConstructor(String.class);
            if (PROBE.equals(BeanUtils.instantiateClass(constructor, PROBE).getMessage())) {
                return new Refusal<>(code(type), type, message -> BeanUtils.instantiateClass(constructor, message));
            }
        } catch (NoSuchMethodException | BeanInstantiationException e) {
            throw new MisuseException(SpringTexts.refusalType(method, type));
        }
        throw new MisuseException(SpringTexts.refusalType(method, type));
    }

    /** {@code InsufficientFundsException} → {@code insufficient-funds}. */
    static String code(Class<?> type) {
        String name = type.getSimpleName().replaceFirst("Exception$", "");
        return name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }
}
