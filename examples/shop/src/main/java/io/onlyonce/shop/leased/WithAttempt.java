package io.onlyonce.shop.leased;

import io.onlyonce.Call;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.Work;
import io.onlyonce.error.OnlyOnceException;
import jakarta.servlet.ServletException;
import org.jspecify.annotations.Nullable;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;

/** Lets the handler see which attempt it is, and the engine what the handler threw of OnlyOnce's own. Thread-safe. */
record WithAttempt(OnlyOnce leased) implements OnlyOnce {
    @Override
    public <T extends @Nullable Object> Outcome<T> run(Operation<T> operation, Call call, Work<T> work)
            throws Exception {
        return leased.run(operation, call, attempt -> {
            RequestContextHolder.currentRequestAttributes()
                    .setAttribute(LeasedEndpoint.ATTEMPT, attempt, RequestAttributes.SCOPE_REQUEST);
            try {
                return work.run(attempt);
            } catch (ServletException wrapped) { // as Spring MVC hands on what its handlers throw
                if (wrapped.getCause() instanceof OnlyOnceException own) {
                    throw own;
                }
                throw wrapped;
            }
        });
    }
}
