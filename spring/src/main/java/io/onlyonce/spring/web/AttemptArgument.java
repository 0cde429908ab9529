package io.onlyonce.spring.web;

import io.onlyonce.Attempt;
import io.onlyonce.error.MisuseException;
import io.onlyonce.http.IdempotencyFilter;
import io.onlyonce.spring.SpringTexts;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Gives a protected handler method the {@link Attempt} that it runs in. Thread-safe. */
public final class AttemptArgument implements HandlerMethodArgumentResolver {
    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == Attempt.class;
    }

    @Override
    public Attempt resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest request,
            @Nullable WebDataBinderFactory binders) {
        HttpServletRequest servletRequest = request.getNativeRequest(HttpServletRequest.class);
        if (servletRequest == null) {
            throw new MisuseException(
                    SpringTexts.noAttempt(parameter.getExecutable().toGenericString()));
        }
        return IdempotencyFilter.attemptOf(servletRequest)
                .orElseThrow(() -> new MisuseException(
                        SpringTexts.noAttempt(parameter.getExecutable().toGenericString())));
    }
}
