package io.onlyonce.spring.web;

import io.onlyonce.error.MisuseException;
import io.onlyonce.spring.SpringTexts;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.http.HttpEntity;
import org.springframework.util.ClassUtils;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** Refuses at start-up the annotated handler methods that would answer later than their transaction, or be replayed past their authorisation. */
final class HandlerCheck {
    private static final List<Class<?>> LATER = List.of(
            Callable.class,
            Future.class,
            CompletionStage.class,
            DeferredResult.class,
            WebAsyncTask.class,
            ResponseBodyEmitter.class,
            StreamingResponseBody.class);

    private static final List<String> METHOD_SECURITY = List.of(
            "org.springframework.security.access.prepost.PreAuthorize",
            "org.springframework.security.access.prepost.PostAuthorize",
            "org.springframework.security.access.prepost.PreFilter",
            "org.springframework.security.access.prepost.PostFilter",
            "org.springframework.security.access.annotation.Secured",
            "jakarta.annotation.security.RolesAllowed",
            "jakarta.annotation.security.DenyAll");

    private static final String ASYNC = "org.springframework.scheduling.annotation.Async";

    private HandlerCheck() {}

    static void check(HandlerMethod handler) {
        Method method = handler.getMethod();
        checkAnswersNow(method, ResolvableType.forMethodReturnType(method, handler.getBeanType()));
        if (isPresent(method, ASYNC) || isPresent(handler.getBeanType(), ASYNC)) {
            throw new MisuseException(SpringTexts.asynchronous(method, "it is @Async"));
        }
        for (String security : METHOD_SECURITY) {
            if (isPresent(method, security) || isPresent(handler.getBeanType(), security)) {
                throw new MisuseException(SpringTexts.methodSecurity(method, ClassUtils.getShortName(security)));
            }
        }
    }

    private static boolean isPresent(AnnotatedElement element, String annotation) {
        return MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY).isPresent(annotation);
    }

    private static void checkAnswersNow(Method method, ResolvableType result) {
        Class<?> type = result.resolve(Object.class);
        boolean reactive = ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null;
        if (reactive || LATER.stream().anyMatch(later -> later.isAssignableFrom(type))) {
            throw new MisuseException(SpringTexts.asynchronous(method, "it returns a " + type.getSimpleName()));
        }
        if (HttpEntity.class.isAssignableFrom(type)) {
            checkAnswersNow(method, result.getGeneric(0));
        }
    }
}
