package io.onlyonce.spring.actuate;

import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** What was wrong, and what to do. */
public record Fault(String error) {
    static WebEndpointResponse<Object> answer(int status, String error) {
        return new WebEndpointResponse<>(new Fault(error), status);
    }
}
