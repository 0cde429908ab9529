package io.onlyonce.http;

import java.util.Arrays;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * The headers that are kept with an answer and repeated by a replay. What belongs to one exchange only (cookies, dates, connections, request ids,
 * challenges) never is. Immutable and thread-safe.
 */
public final class ReplayedHeaders {
    private static final Set<String> NEVER = ignoringCase(
            "Set-Cookie",
            "Set-Cookie2",
            "Date",
            "Server",
            "Connection",
            "Keep-Alive",
            "Proxy-Connection",
            "Proxy-Authenticate",
            "Proxy-Authorization",
            "Proxy-Authentication-Info",
            "Authentication-Info",
            "WWW-Authenticate",
            "TE",
            "Trailer",
            "Transfer-Encoding",
            "Upgrade",
            "Content-Length",
            "X-Request-Id",
            "X-Correlation-Id",
            "Traceparent",
            "Tracestate",
            Answers.REPLAYED);

    private static final ReplayedHeaders DEFAULTS = new ReplayedHeaders(ignoringCase(
            "Content-Type", // the body cannot be read without this one
            "Content-Encoding", // nor without this one
            "Content-Disposition",
            "Content-Language",
            "Content-Location",
            "Cache-Control",
            "ETag",
            "Last-Modified",
            "Link",
            "Location"));

    private final Set<String> names;

    private ReplayedHeaders(Set<String> names) {
        this.names = names;
    }

    /**
     * Content-Type, Content-Encoding, Content-Disposition, Content-Language, Content-Location, Cache-Control, ETag, Last-Modified, Link and Location.
     */
    public static ReplayedHeaders defaults() {
        return DEFAULTS;
    }

    /**
     * These and some more.
     *
     * @throws IllegalArgumentException if one of them must never be repeated
     */
    public ReplayedHeaders and(String... more) {
        Set<String> all = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        all.addAll(names);
        for (String name : more) {
            if (NEVER.contains(name) || name.isBlank()) {
                throw new IllegalArgumentException(HttpTexts.neverReplayed(name));
            }
            all.add(name);
        }
        return new ReplayedHeaders(Collections.unmodifiableSet(all));
    }

    /** Whether a replay repeats this one; case does not matter. */
    public boolean contains(String name) {
        return names.contains(name);
    }

    /** Their names. */
    public Set<String> names() {
        return names;
    }

    private static Set<String> ignoringCase(String... names) {
        Set<String> set = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        set.addAll(Arrays.asList(names));
        return Collections.unmodifiableSet(set);
    }

    @Override
    public String toString() {
        return names.toString();
    }
}
