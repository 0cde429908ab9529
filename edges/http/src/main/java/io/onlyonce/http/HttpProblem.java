package io.onlyonce.http;

import java.util.Arrays;
import java.util.Optional;

/** Everything that this edge answers by itself: code, status and texts, in one place. No text tells a caller anything about another one's records. */
public enum HttpProblem {
    KEY_MISSING(
            400,
            "idempotency-key-missing",
            "Idempotency-Key is missing",
            "This operation needs an idempotency key. Send one, for example a new UUID, and send the same one again with each retry."),
    KEY_INVALID(
            400,
            "idempotency-key-invalid",
            "Idempotency-Key is invalid",
            "An idempotency key has 1 to 255 printable ASCII characters without blanks, bare or quoted. Send it once."),
    SCOPE_INVALID(
            400,
            "scope-invalid",
            "The caller's name is invalid",
            "What names the caller is empty, too long, or holds control characters. Nothing was done."),
    MALFORMED_JSON(
            400,
            "malformed-json",
            "The body is no JSON document",
            "The body cannot be read as JSON. Nothing was done. Correct it; the same key may be used again."),
    MALFORMED_FORM(
            400,
            "malformed-form",
            "The form cannot be read",
            "The body cannot be read as a form. Nothing was done. Correct it; the same key may be used again."),
    IF_MATCH_INVALID(
            400,
            "if-match-invalid",
            "If-Match is invalid",
            "The header If-Match is no list of entity tags. Send the ETag of what you read, with its quotation marks."),
    TOKEN_REQUEST_INVALID(
            400,
            "token-request-invalid",
            "No such one-time token is issued",
            "One-time tokens are not issued here for this purpose, or the target is empty, too long, or holds control characters. No token was"
                    + " issued."),
    AUTHENTICATION_REQUIRED(
            401,
            "authentication-required",
            "The caller is not known",
            "An idempotency key belongs to its caller, and this request names none. Nothing was done. Log in and repeat it."),
    TOKEN_INVALID(
            403,
            "token-invalid",
            "The one-time token is not valid",
            "The one-time token is missing, unknown, expired or used, or it was issued to somebody else or for something else. Nothing was done. Get a"
                    + " new token and send the request with that."),
    REQUEST_IN_PROGRESS(
            409,
            "request-in-progress",
            "A request with this Idempotency-Key is in progress",
            "The first request with this key is still being worked on. Nothing was done here. Repeat it, with the same key, after the time in"
                    + " Retry-After."),
    TOKEN_SPENT(
            409,
            "token-spent",
            "The request failed, and its one-time token is used up",
            "The request failed and was rolled back, but its one-time token is used up. Nothing was done. Send the request again with a fresh token; this"
                    + " answer may carry one in the header that tokens are sent in."),
    FENCE_LOST(
            409,
            "fence-lost",
            "The request was overtaken",
            "Another attempt with this key has taken over. Repeat the request, with the same key, to get its answer."),
    RESULT_UNAVAILABLE(
            409,
            "result-unavailable",
            "The request was done, its answer is not available",
            "The request with this key was done, and it was not done again now. Its answer was not kept or cannot be read any more. Do not send it"
                    + " with another key; read the state of the resource instead."),
    OUTCOME_UNKNOWN(
            409,
            "outcome-unknown",
            "The outcome of the first request is unknown",
            "The first request with this key was lost in the middle; whether it took effect is not known. Nothing was done now. Do not send it with"
                    + " another key; its outcome has to be settled first."),
    VERSION_CONFLICT(
            412,
            "version-conflict",
            "The resource has changed",
            "Somebody else has changed the resource since it was read. Nothing was changed. Read it again, then repeat the change if it still makes"
                    + " sense."),
    PAYLOAD_TOO_LARGE(
            413,
            "payload-too-large",
            "The body is too large",
            "The body is larger than this endpoint takes. Nothing was done."),
    KEY_REUSED(
            422,
            "idempotency-key-reused",
            "Idempotency-Key is already used",
            "This key was used before for another request. Nothing was done. Send a new request with a new key, or repeat the first one unchanged."),
    PRECONDITION_REQUIRED(
            428,
            "precondition-required",
            "If-Match is missing",
            "This write needs to know which version it was made from. Nothing was changed. Read the resource, and send its ETag in If-Match."),
    STORE_UNAVAILABLE(
            503,
            "store-unavailable",
            "The store of idempotency records is not available",
            "Without its record the operation is not run. Nothing was done. Repeat the request, with the same key, after the time in Retry-After."),
    COMMIT_UNKNOWN(
            503,
            "commit-unknown",
            "Whether the request was done is not known yet",
            "The connection to the database broke at the last moment. Repeat the request, with the same key, after the time in Retry-After: it is"
                    + " done at most once."),
    TRY_AGAIN(
            503,
            "try-again",
            "Too many requests at the same data",
            "The database gave the transaction up in favour of others. Nothing was done. Repeat the request, with the same key, after the time in"
                    + " Retry-After.");

    private final int status;
    private final String code;
    private final String title;
    private final String detail;

    HttpProblem(int status, String code, String title, String detail) {
        this.status = status;
        this.code = code;
        this.title = title;
        this.detail = detail;
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    /** The stable, machine-readable name; the same one as {@link io.onlyonce.error.OnlyOnceException#code()}. */
    public String code() {
        return code;
    }

    /** What is wrong, without the facts of the single case. */
    public String title() {
        return title;
    }

    /** What happened and what to do; may be told to any caller. */
    public String detail() {
        return detail;
    }

    /** The problem of this code; empty for errors that are no answer to a client. */
    public static Optional<HttpProblem> ofCode(String code) {
        return Arrays.stream(values())
                .filter(problem -> problem.code.equals(code))
                .findFirst();
    }
}
