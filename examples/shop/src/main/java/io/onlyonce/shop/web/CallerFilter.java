package io.onlyonce.shop.web;

import io.onlyonce.shop.Problems;
import io.onlyonce.shop.Texts;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Reads who calls before anything else looks at the request, and refuses a header that names nobody. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 100)
class CallerFilter extends OncePerRequestFilter {
    private final ProblemWriter problems;

    CallerFilter(ProblemWriter problems) {
        this.problems = problems;
    }

    /** Who sent this request. */
    static Caller of(HttpServletRequest request) {
        return (Caller) request.getAttribute(CallerFilter.class.getName());
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        List<String> names = Collections.list(request.getHeaders(Caller.HEADER));
        String name = names.isEmpty() ? Caller.ANONYMOUS : names.get(0);
        if (names.size() > 1 || !Texts.isId(name)) {
            problems.write(
                    request, response, Problems.invalidValue(Caller.HEADER, Texts.ID_RULE + " and be sent once"));
            return;
        }
        request.setAttribute(CallerFilter.class.getName(), new Caller(name));
        chain.doFilter(request, response);
    }
}
