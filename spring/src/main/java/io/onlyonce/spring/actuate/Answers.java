package io.onlyonce.spring.actuate;

import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.spring.SpringTexts;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** How the endpoints answer, and read what they all are told. */
final class Answers {
    static final int CONFLICT = 409;

    private Answers() {}

    /** What the work gives, as the body of a 200 unless it is an answer already; bad input is 400, a store that is down 503, each with a {@link Fault}. */
    @SuppressWarnings("unchecked") // whatever it is the body of
    static WebEndpointResponse<Object> of(Supplier<Object> work) {
        try {
            Object answer = work.get();
            return answer instanceof WebEndpointResponse<?> ready
                    ? (WebEndpointResponse<Object>) ready
                    : new WebEndpointResponse<>(answer);
        } catch (IllegalArgumentException | IllegalStateException e) {
            return Fault.answer(WebEndpointResponse.STATUS_BAD_REQUEST, String.valueOf(e.getMessage()));
        } catch (StoreUnavailableException e) {
            return Fault.answer(WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE, String.valueOf(e.getMessage()));
        }
    }

    /**
     * A record's id, or an entry's.
     *
     * @throws IllegalArgumentException if it is none
     */
    static UUID id(String text) {
        try {
            return UUID.fromString(text.toLowerCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(SpringTexts.notAnId(text), e);
        }
    }
}
