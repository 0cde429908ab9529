package io.onlyonce.spring.web;

import io.onlyonce.error.OnlyOnceException;
import io.onlyonce.http.IdempotencyFilter;
import io.onlyonce.http.Problem;
import io.onlyonce.http.ProblemWriter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.util.DisconnectedClientHelper;

/**
 * Tells clients of OnlyOnce's refusals where a handler calls it itself, with a token gate or an {@code @Idempotent} bean: the same problems as the filter's.
 * It comes last, so whatever the application handles itself, an exception or its cause, stays the application's; and it keeps out of protected requests, whose
 * failures are the filter's to tell. Thread-safe.
 */
public final class ProblemResolver implements HandlerExceptionResolver, Ordered {
    private static final Logger log = LoggerFactory.getLogger(ProblemResolver.class);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final ProblemWriter problems;

    public ProblemResolver(ProblemWriter problems) {
        this.problems = problems;
    }

    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception failure) {
        if (!(failure instanceof OnlyOnceException error)
                || response.isCommitted()
                || IdempotencyFilter.isProtecting(request)) {
            return null;
        }
        Problem problem = Problem.of(error, RETRY_AFTER).orElse(null);
        if (problem == null) {
            return null;
        }
        if (failure.getCause() == null) {
            log.info("{} refused with {}: {}", request.getRequestURI(), problem.code(), failure.getMessage());
        } else { // a fault behind it is somebody's to mend
            log.warn("{} refused with {}", request.getRequestURI(), problem.code(), failure);
        }
        try {
            problems.write(problem, request, response);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new ModelAndView();
    }

    /**
     * The same for a place in front of Spring's own last resolver, but only for failures that look to Spring like a client that is gone, such as a store whose connection broke: of these it would make an
     * empty 200.
     */
    public HandlerExceptionResolver beforeSpring() {
        return (request, response, handler, failure) -> DisconnectedClientHelper.isClientDisconnectedException(failure)
                ? resolveException(request, response, handler, failure)
                : null;
    }

    /** After everybody else. */
    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }
}
