package io.onlyonce.http;

import io.onlyonce.probe.DecisionLog;
import io.onlyonce.probe.RejectionEvents;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What an {@link IdempotencyFilter} works with. Immutable; {@link #of} gives the defaults, the {@code with…} methods change one of them.
 *
 * @param endpoints which requests are protected
 * @param scopes whose keys they carry
 * @param problems writes what the filter answers by itself
 * @param rejections hears of requests that are refused before anything is asked
 * @param keyHeader the header that carries the key
 * @param requestIdHeader the header that carries the id of each single request, for the log; blank = none does
 * @param replayedHeaders the headers that are kept with an answer
 * @param maxBodyBytes the largest request body, in bytes; uploads (multipart) are bounded by the container's own settings
 * @param retryAfter when a client is told to come back where nothing else says when
 * @param retryable whether a failure that came out of the work means that the database gave the transaction up (a deadlock, a failed serialisation):
 *     then the client is told to try again
 */
public record FilterSettings(
        EndpointResolver endpoints,
        ScopeResolver scopes,
        ProblemWriter problems,
        RejectionEvents rejections,
        String keyHeader,
        String requestIdHeader,
        ReplayedHeaders replayedHeaders,
        int maxBodyBytes,
        Duration retryAfter,
        Predicate<Throwable> retryable) {

    public FilterSettings {
        if (keyHeader.isBlank()) {
            throw new IllegalArgumentException(HttpTexts.badSetting("keyHeader", "blank", "name a header"));
        }
        if (maxBodyBytes < 0 || maxBodyBytes > Integer.MAX_VALUE - 16) {
            throw new IllegalArgumentException(HttpTexts.badSetting(
                    "maxBodyBytes", maxBodyBytes, "lie between 0 and 2 GiB: bodies are held in memory"));
        }
        if (retryAfter.isNegative()) {
            throw new IllegalArgumentException(HttpTexts.badSetting("retryAfter", retryAfter, "not be negative"));
        }
    }

    /** {@code Idempotency-Key} and {@code X-Request-Id}, bodies up to 1 MiB, come back after a second, no failure is known as retryable; rejections go to the audit log. */
    public static FilterSettings of(EndpointResolver endpoints, ScopeResolver scopes) {
        return new FilterSettings(
                endpoints,
                scopes,
                ProblemWriter.json(),
                new DecisionLog(),
                "Idempotency-Key",
                "X-Request-Id",
                ReplayedHeaders.defaults(),
                1 << 20,
                Duration.ofSeconds(1),
                failure -> false);
    }

    /** Writes problems another way. */
    public FilterSettings withProblems(ProblemWriter problems) {
        return with(changed -> changed.problems = problems);
    }

    /** Tells somebody else of rejections; a {@link DecisionLog} has to be among them if they are to stand in the audit log. */
    public FilterSettings withRejections(RejectionEvents rejections) {
        return with(changed -> changed.rejections = rejections);
    }

    /** Takes the key from another header. */
    public FilterSettings withKeyHeader(String keyHeader) {
        return with(changed -> changed.keyHeader = keyHeader);
    }

    /** Takes the id of a request from another header; blank = from none. */
    public FilterSettings withRequestIdHeader(String requestIdHeader) {
        return with(changed -> changed.requestIdHeader = requestIdHeader);
    }

    /** Keeps other headers with an answer. */
    public FilterSettings withReplayedHeaders(ReplayedHeaders replayedHeaders) {
        return with(changed -> changed.replayedHeaders = replayedHeaders);
    }

    /** Takes bodies up to this size, in bytes. */
    public FilterSettings withMaxBodyBytes(int maxBodyBytes) {
        return with(changed -> changed.maxBodyBytes = maxBodyBytes);
    }

    /** Tells clients to come back after this time. */
    public FilterSettings withRetryAfter(Duration retryAfter) {
        return with(changed -> changed.retryAfter = retryAfter);
    }

    /** Knows the failures after which a client should try again. */
    public FilterSettings withRetryable(Predicate<Throwable> retryable) {
        return with(changed -> changed.retryable = retryable);
    }

    private FilterSettings with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.settings();
    }

    /** A copy on its way to become other settings. */
    private static final class Draft {
        final EndpointResolver endpoints;
        final ScopeResolver scopes;
        ProblemWriter problems;
        RejectionEvents rejections;
        String keyHeader;
        String requestIdHeader;
        ReplayedHeaders replayedHeaders;
        int maxBodyBytes;
        Duration retryAfter;
        Predicate<Throwable> retryable;

        Draft(FilterSettings from) {
            endpoints = from.endpoints;
            scopes = from.scopes;
            problems = from.problems;
            rejections = from.rejections;
            keyHeader = from.keyHeader;
            requestIdHeader = from.requestIdHeader;
            replayedHeaders = from.replayedHeaders;
            maxBodyBytes = from.maxBodyBytes;
            retryAfter = from.retryAfter;
            retryable = from.retryable;
        }

        FilterSettings settings() {
            return new FilterSettings(
                    endpoints,
                    scopes,
                    problems,
                    rejections,
                    keyHeader,
                    requestIdHeader,
                    replayedHeaders,
                    maxBodyBytes,
                    retryAfter,
                    retryable);
        }
    }
}
