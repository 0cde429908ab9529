package io.onlyonce.spring.check;

import io.onlyonce.error.MisuseException;
import io.onlyonce.spring.SpringTexts;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/** Whether calls of a method can be seen by a proxy, and end when its work is done. */
final class Interception {
    private static final String ASYNC = "org.springframework.scheduling.annotation.Async";
    private static final List<String> CALLBACKS =
            List.of("jakarta.annotation.PostConstruct", "jakarta.annotation.PreDestroy");

    private Interception() {}

    /**
     * @throws MisuseException if a proxy would not see the method's calls, or not its end
     */
    static void check(Class<?> type, Method method) {
        String reason = invisible(method);
        if (reason != null) {
            throw new MisuseException(SpringTexts.notInterceptable(method, reason));
        }
        if (isPresent(method, ASYNC) || isPresent(type, ASYNC)) {
            throw new MisuseException(SpringTexts.asynchronous(method, "it is @Async"));
        }
        Optional<String> caller = SelfInvocations.of(method, type);
        if (caller.isPresent()) {
            throw new MisuseException(SpringTexts.selfInvocation(method, caller.get()));
        }
    }

    private static @Nullable String invisible(Method method) {
        int modifiers = method.getModifiers();
        if (Modifier.isPrivate(modifiers)) {
            return "it is private";
        }
        if (Modifier.isStatic(modifiers)) {
            return "it is static";
        }
        if (Modifier.isFinal(modifiers)) {
            return "it is final";
        }
        return isCallback(method) ? "the container calls it past the proxy" : null;
    }

    private static boolean isCallback(Method method) {
        return CALLBACKS.stream().anyMatch(callback -> isPresent(method, callback))
                || implementsMethod(method, InitializingBean.class, "afterPropertiesSet")
                || implementsMethod(method, DisposableBean.class, "destroy");
    }

    private static boolean implementsMethod(Method method, Class<?> callback, String name) {
        return method.getName().equals(name)
                && method.getParameterCount() == 0
                && callback.isAssignableFrom(method.getDeclaringClass());
    }

    private static boolean isPresent(AnnotatedElement element, String annotation) {
        return MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY).isPresent(annotation);
    }
}
