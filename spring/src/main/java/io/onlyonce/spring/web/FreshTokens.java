package io.onlyonce.spring.web;

import io.onlyonce.error.OnlyOnceException;
import io.onlyonce.error.TokenSpentException;
import io.onlyonce.spring.OnlyOnceProperties.Tokens;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/**
 * Puts a fresh token into the answer where work failed after its token was consumed. It decides nothing else: the answer itself is made by whoever handles the
 * exception, for example the application's handler of its cause. Thread-safe.
 */
public final class FreshTokens implements HandlerExceptionResolver, Ordered {
    private static final Logger log = LoggerFactory.getLogger(FreshTokens.class);

    private final Tokens settings;

    public FreshTokens(Tokens settings) {
        this.settings = settings;
    }

    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception failure) {
        if (failure instanceof TokenSpentException spent && !response.isCommitted()) {
            try {
                response.setHeader(
                        settings.header(),
                        spent.freshToken(settings.lifetime()).token().text());
                response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
            } catch (OnlyOnceException e) { // the client can still ask for one
                log.warn("No fresh token could be issued: {}", e.getMessage());
            }
        }
        return null;
    }

    /** Before anybody makes the answer. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }
}
