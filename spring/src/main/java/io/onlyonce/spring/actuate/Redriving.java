package io.onlyonce.spring.actuate;

import io.onlyonce.spring.desk.DeadLetterDesk;
import io.onlyonce.spring.desk.RedriveEndedException;
import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** The re-drive of dead letters as an operation, whichever endpoint it is asked of. Thread-safe. */
record Redriving(DeadLetterDesk desk) {
    private static final int LIMIT = 100;

    WebEndpointResponse<Object> run(
            @Nullable String consumer, @Nullable String source, @Nullable Integer limit, SecurityContext security) {
        try {
            int sent = desk.sendBack(
                    String.valueOf(consumer), String.valueOf(source), limit == null ? LIMIT : limit, actor(security));
            return new WebEndpointResponse<>(new SentBack(sent));
        } catch (IllegalArgumentException e) {
            return Fault.answer(WebEndpointResponse.STATUS_BAD_REQUEST, String.valueOf(e.getMessage()));
        } catch (RedriveEndedException e) {
            return Fault.answer(WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE, String.valueOf(e.getMessage()));
        }
    }

    /** Who asks, as far as anybody knows. */
    static String actor(SecurityContext security) {
        Principal principal = security.getPrincipal();
        return principal == null ? "somebody" : principal.getName();
    }
}
