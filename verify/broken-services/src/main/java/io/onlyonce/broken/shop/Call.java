package io.onlyonce.broken.shop;

import io.onlyonce.broken.frame.Request;

/**
 * A request that carries an idempotency key.
 *
 * @param scope whose key it is
 * @param ref the caller's own number of the operation; stands in the row of its effect
 * @param payload what is asked for, as it came
 */
public record Call(String scope, String key, String ref, String payload) {
    public static Call of(Request request) {
        return new Call(
                request.user(),
                request.header("Idempotency-Key"),
                request.text("ref"),
                request.body().toString());
    }

    public Call withScope(String other) {
        return new Call(other, key, ref, payload);
    }

    public Call withKey(String other) {
        return new Call(scope, other, ref, payload);
    }

    public Call withPayload(String other) {
        return new Call(scope, key, ref, other);
    }
}
