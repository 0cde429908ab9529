package io.onlyonce.spring.method;

import io.onlyonce.Operation;
import io.onlyonce.ResultCodec;
import io.onlyonce.error.MisuseException;
import io.onlyonce.json.BusinessNumber;
import io.onlyonce.json.JsonResultCodec;
import io.onlyonce.lock.Locks;
import io.onlyonce.probe.Summary;
import io.onlyonce.spring.Engines;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.OperationSettings;
import io.onlyonce.spring.SpringTexts;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.stereotype.Controller;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.service.annotation.HttpExchange;

/** The annotated bean methods, each read once. Thread-safe. */
public final class IdempotentMethods {
    private final Engines engines;
    private final OperationSettings settings;
    private final ObjectProvider<Locks> locks;
    private final ConcurrentMap<Place, IdempotentMethod> methods = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Place> names = new ConcurrentHashMap<>();

    public IdempotentMethods(Engines engines, OperationSettings settings, ObjectProvider<Locks> locks) {
        this.engines = engines;
        this.settings = settings;
        this.locks = locks;
    }

    /** A method as one class has it: two classes that inherit it have two operations. */
    private record Place(Class<?> type, Method method) {}

    /** The annotation of a method, also where it stands on the method of an interface or superclass. */
    public static @Nullable Idempotent annotationOf(Method method) {
        return AnnotatedElementUtils.findMergedAnnotation(method, Idempotent.class);
    }

    /** Whether the method is protected by the HTTP edge, not by a proxy. */
    public static boolean isHandler(Class<?> type, Method method) {
        return AnnotatedElementUtils.hasAnnotation(type, Controller.class)
                && (AnnotatedElementUtils.hasAnnotation(method, RequestMapping.class)
                        || AnnotatedElementUtils.hasAnnotation(method, HttpExchange.class));
    }

    /**
     * Reads the method's annotation.
     *
     * @throws MisuseException if the method cannot be protected as it is annotated
     */
    public void check(Class<?> type, Method method) {
        of(type, method);
    }

    IdempotentMethod of(Class<?> type, Method method) {
        Place place = Proxy.isProxyClass(type)
                ? new Place(method.getDeclaringClass(), method)
                : new Place(ClassUtils.getUserClass(type), AopUtils.getMostSpecificMethod(method, type));
        return methods.computeIfAbsent(place, this::read);
    }

    private IdempotentMethod read(Place place) {
        Method method = place.method();
        Idempotent annotation = annotationOf(method);
        if (annotation == null || annotation.key().isEmpty()) {
            throw new MisuseException(SpringTexts.keyMissing(method));
        }
        if (annotation.remembersStatuses().length > 0) {
            throw new MisuseException(SpringTexts.statusesOnMethod(method));
        }
        if (annotation.keeps() != Idempotent.Keeps.ANSWER) {
            throw new MisuseException(SpringTexts.keepsOnMethod(method));
        }
        KeyExpression key = KeyExpression.of("key", annotation.key(), method);
        return new IdempotentMethod(
                engines.of(method, annotation),
                operation(place, annotation),
                key,
                annotation.scope().isEmpty() ? null : KeyExpression.of("scope", annotation.scope(), method),
                new ArgumentFingerprint(key.parameters(), annotation.volatileFields()),
                annotation.guarantee() == Idempotent.Guarantee.LEASED,
                lock(method, annotation));
    }

    private @Nullable MethodLock lock(Method method, Idempotent annotation) {
        if (annotation.lock().isEmpty()) {
            if (!annotation.lockPatience().isEmpty() || !annotation.lockLease().isEmpty()) {
                throw new MisuseException(SpringTexts.lockTermsWithoutLock(method));
            }
            return null;
        }
        Locks found = locks.getIfUnique();
        if (found == null) {
            throw new MisuseException(SpringTexts.noLocks(method));
        }
        try {
            return new MethodLock(
                    found, KeyExpression.of("lock", annotation.lock(), method), settings.lock(method, annotation));
        } catch (IllegalArgumentException e) {
            throw new MisuseException(SpringTexts.annotation(method, String.valueOf(e.getMessage())));
        }
    }

    private Operation<@Nullable Object> operation(Place place, Idempotent annotation) {
        Method method = place.method();
        String name = annotation.operation().isEmpty()
                ? place.type().getSimpleName() + "." + method.getName()
                : annotation.operation();
        Place other = names.putIfAbsent(name, place);
        if (other != null && !other.equals(place)) {
            throw new MisuseException(SpringTexts.operationTwice(method, name, other.type(), other.method()));
        }
        try {
            return settings.apply(Operation.named(name, codec(place)), method, annotation)
                    .remembering(Refusals.of(method, annotation.remembers()))
                    .summary(summary(method, annotation));
        } catch (IllegalArgumentException e) {
            throw new MisuseException(SpringTexts.annotation(method, String.valueOf(e.getMessage())));
        }
    }

    private static Function<@Nullable Object, Summary> summary(Method method, Idempotent annotation) {
        if (annotation.number().isEmpty()) {
            return any -> Summary.NONE;
        }
        BusinessNumber number = number(method, annotation);
        return answer -> new Summary(null, number.of(answer));
    }

    /**
     * Where its answer has the business number.
     *
     * @throws MisuseException if that is no JSON pointer
     */
    public static BusinessNumber number(Method method, Idempotent annotation) {
        try {
            return BusinessNumber.at(annotation.number());
        } catch (MisuseException e) { // says which pointer, but not where it stands
            throw new MisuseException(SpringTexts.annotation(method, String.valueOf(e.getMessage())));
        }
    }

    private static ResultCodec<@Nullable Object> codec(Place place) {
        Method method = place.method();
        try {
            return JsonResultCodec.of(ResultType.of(method, place.type()));
        } catch (MisuseException e) {
            throw new MisuseException(SpringTexts.resultType(method, String.valueOf(e.getMessage())));
        }
    }
}
