package io.onlyonce.spring.web;

import io.onlyonce.http.IdempotencyFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.util.DisconnectedClientHelper;

/**
 * Notes failures of protected handlers that Spring would take for a client that is gone: a broken pipe, a reset connection, an {@code EOFException}, anywhere among the causes. Spring then ends
 * the request without an answer, which would be recorded as an empty success; but it is the remote party that hung up, or the database. It handles nothing itself, so what the application
 * handles stays the application's. Thread-safe.
 */
public final class MistakenFailures implements HandlerExceptionResolver, Ordered {
    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception failure) {
        if (IdempotencyFilter.isProtecting(request)
                && DisconnectedClientHelper.isClientDisconnectedException(failure)) {
            IdempotencyFilter.noteMistaken(request, failure);
        }
        return null;
    }

    /** Before everybody else. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }
}
