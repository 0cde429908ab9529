package io.onlyonce.shop.web;

import io.onlyonce.shop.Problem;
import io.onlyonce.shop.Problems;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Refuses bodies that are larger than any request of the shop needs, before they are read, or while they are where no length was announced. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 110)
class BodyLimitFilter extends OncePerRequestFilter {
    private final ProblemWriter problems;

    BodyLimitFilter(ProblemWriter problems) {
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (request.getContentLengthLong() > Problems.MAX_BODY_BYTES) {
            problems.write(request, response, Problems.payloadTooLarge());
        } else if (request.getContentLengthLong() >= 0) {
            chain.doFilter(request, response);
        } else {
            doFilterCounting(request, response, chain);
        }
    }

    private void doFilterCounting(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            chain.doFilter(new CountingRequest(request), response);
        } catch (Problem tooLarge) {
            problems.write(request, response, tooLarge);
        }
    }

    private static final class CountingRequest extends HttpServletRequestWrapper {
        CountingRequest(HttpServletRequest request) {
            super(request);
        }

        @Override
        public ServletInputStream getInputStream() throws IOException {
            return new LimitedInput(super.getInputStream(), Problems.MAX_BODY_BYTES);
        }
    }
}
