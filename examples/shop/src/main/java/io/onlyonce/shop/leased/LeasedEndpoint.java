package io.onlyonce.shop.leased;

import io.onlyonce.Operation;
import io.onlyonce.http.RecordedResponse;

/**
 * A handler method that runs as a leased operation. It has no annotation: what a lost attempt came to is asked of a resolver, which has to make the whole answer
 * again. The handler gets its {@link io.onlyonce.Attempt} as the request attribute {@link #ATTEMPT}.
 *
 * @param method of its requests
 * @param path its pattern
 * @param operation made by {@link io.onlyonce.http.ProtectedEndpoint#operation}; retention, patience and size of the answer are the application's
 */
public record LeasedEndpoint(String method, String path, Operation<RecordedResponse> operation) {
    /** The request attribute that holds the attempt. */
    public static final String ATTEMPT = "io.onlyonce.shop.leased.attempt";
}
