package io.onlyonce.spring.actuate;

import io.onlyonce.spring.desk.DeadLetterDesk;
import io.onlyonce.spring.messaging.Redrives.Reading;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * Re-drives dead letters by hand: {@code GET /actuator/onlyoncedeadletters} tells which consumers there are and what they read, {@code POST} with {@code {"consumer","source","limit"}}
 * sends dead letters back to their consumer. It is not there unless it is exposed. Thread-safe.
 */
@WebEndpoint(id = "onlyoncedeadletters")
public final class DeadLettersEndpoint {
    private final DeadLetterDesk desk;

    /** Who reads what. */
    public record Consumers(List<Reading> consumers) {}

    public DeadLettersEndpoint(DeadLetterDesk desk) {
        this.desk = desk;
    }

    /** Which consumers there are, and what they read. */
    @ReadOperation
    public Consumers consumers() {
        return new Consumers(desk.readings());
    }

    /**
     * Sends the oldest dead letters back.
     *
     * @param limit how many at most, 1 or more; 100 if it isn't told
     * @return 200 with {@link SentBack}; 400 with a {@link Fault} if consumer or source is unknown or the limit too small; 503 with one if a letter could not be sent back
     */
    @WriteOperation
    public WebEndpointResponse<Object> redrive(
            String consumer, String source, @Nullable Integer limit, SecurityContext security) {
        return new Redriving(desk).run(consumer, source, limit, security);
    }
}
