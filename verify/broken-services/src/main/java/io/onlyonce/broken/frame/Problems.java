package io.onlyonce.broken.frame;

import java.util.UUID;

/** The answers that are no success: problem details (RFC 9457) with a code; each has an instance of its own. */
public final class Problems {
    private Problems() {}

    public static Answer outOfStock() {
        return problem(409, "out-of-stock", "There is not enough of it.");
    }

    /** The first request with this key has not ended. */
    public static Answer inProgress() {
        return problem(409, "request-in-progress", "The first request with this key is at work.")
                .with("Retry-After", "1");
    }

    /** The key was used for something else. */
    public static Answer keyReused() {
        return problem(422, "key-reused", "This key was used for another request.");
    }

    public static Answer tokenInvalid() {
        return problem(403, "token-invalid", "This token is unknown, used, or somebody else's.");
    }

    public static Answer illegalTransition(String status) {
        return problem(409, "illegal-transition", "The order is " + status + ".");
    }

    public static Answer refundExceedsPayment() {
        return problem(409, "refund-exceeds-payment", "There is not so much left to refund.");
    }

    public static Answer notFound(String what) {
        return problem(404, "not-found", "There is no " + what + ".");
    }

    static Answer badRequest(String detail) {
        return problem(400, "bad-request", detail);
    }

    /** Nothing was done; to be tried again. */
    public static Answer unavailable(String detail) {
        return problem(503, "unavailable", detail).with("Retry-After", "1");
    }

    static Answer failed() {
        return problem(500, "failed", "The service failed; its log says why.");
    }

    private static Answer problem(int status, String code, String detail) {
        return Answer.of(
                status,
                null,
                Json.object(
                        "status", status, "code", code, "detail", detail, "instance", "urn:uuid:" + UUID.randomUUID()));
    }
}
