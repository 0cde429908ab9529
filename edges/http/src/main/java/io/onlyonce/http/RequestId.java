package io.onlyonce.http;

import io.onlyonce.probe.DecisionLog;
import jakarta.servlet.http.HttpServletRequest;
import java.util.regex.Pattern;
import org.slf4j.MDC;

/** The id that a request carries, in the thread's context (MDC) while it is dealt with, so that the log tells it. */
final class RequestId {
    private static final Pattern SANE = Pattern.compile("[A-Za-z0-9._:/+=@-]{1,128}");

    private RequestId() {}

    /**
     * Puts it there, unless an earlier filter did.
     *
     * @param header blank = none
     * @return whether it is to be removed again
     */
    static boolean tell(HttpServletRequest request, String header) {
        String id = header.isBlank() ? null : request.getHeader(header);
        if (id == null || !SANE.matcher(id).matches() || MDC.get(DecisionLog.REQUEST_ID) != null) {
            return false;
        }
        MDC.put(DecisionLog.REQUEST_ID, id);
        return true;
    }

    static void forget() {
        MDC.remove(DecisionLog.REQUEST_ID);
    }
}
