package io.onlyonce.spring.actuate;

import io.onlyonce.messaging.Redrive;
import io.onlyonce.spring.SpringTexts;
import io.onlyonce.spring.messaging.Redrives;
import io.onlyonce.spring.messaging.Redrives.Reading;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.core.NestedExceptionUtils;

/**
 * Re-drives dead letters by hand: {@code GET /actuator/onlyoncedeadletters} tells which consumers there are and what they read, {@code POST} with {@code {"consumer","source","limit"}}
 * sends dead letters back to their consumer. It is not there unless it is exposed. Thread-safe.
 */
@WebEndpoint(id = "onlyoncedeadletters")
public final class DeadLettersEndpoint {
    private static final Logger log = LoggerFactory.getLogger(DeadLettersEndpoint.class);
    private static final int LIMIT = 100;

    private final Redrives redrives;

    /** Who reads what. */
    public record Consumers(List<Reading> consumers) {}

    /** How many dead letters were sent back. */
    public record SentBack(int sent) {}

    /** What was wrong. */
    public record Fault(String error) {}

    public DeadLettersEndpoint(Redrives redrives) {
        this.redrives = redrives;
    }

    /** Which consumers there are, and what they read. */
    @ReadOperation
    public Consumers consumers() {
        return new Consumers(redrives.readings());
    }

    /**
     * Sends the oldest dead letters back.
     *
     * @param limit how many at most, 1 or more; 100 if it isn't told
     * @return 200 with {@link SentBack}; 400 with a {@link Fault} if consumer or source is unknown or the limit too small; 503 with one if a letter could not be sent back
     */
    @WriteOperation
    @SuppressWarnings("IllegalCatch") // whatever broker or store say, the operator is to see it
    public WebEndpointResponse<Object> redrive(String consumer, String source, @Nullable Integer limit) {
        int most = limit == null ? LIMIT : limit;
        if (most < 1) {
            return fault(WebEndpointResponse.STATUS_BAD_REQUEST, SpringTexts.redriveLimit(most));
        }
        Redrive redrive;
        try {
            redrive = redrives.of(consumer, source);
        } catch (IllegalArgumentException e) {
            return fault(WebEndpointResponse.STATUS_BAD_REQUEST, String.valueOf(e.getMessage()));
        }
        try {
            return new WebEndpointResponse<>(new SentBack(redrive.run(most)));
        } catch (Exception e) {
            log.warn("Re-driving dead letters of {} ended early.", consumer, e);
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            return fault(
                    WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE,
                    SpringTexts.redriveEnded(
                            consumer,
                            NestedExceptionUtils.getMostSpecificCause(e).toString()));
        }
    }

    private static WebEndpointResponse<Object> fault(int status, String error) {
        return new WebEndpointResponse<>(new Fault(error), status);
    }
}
