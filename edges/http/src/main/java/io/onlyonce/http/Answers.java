package io.onlyonce.http;

import io.onlyonce.http.RecordedResponse.Header;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Collection;

/** Writes answers to the client; the first one and a replay go the same way, so that they are the same. */
final class Answers {
    /** Marks a replay. */
    static final String REPLAYED = "Idempotent-Replayed";

    private Answers() {}

    /** The body of an answer. */
    record Body(long size, Writer writer) {
        /** Writes the bytes. */
        @FunctionalInterface
        interface Writer {
            void writeTo(OutputStream target) throws IOException;
        }
    }

    /** Sends an answer that was kept. */
    static void replay(HttpServletRequest request, HttpServletResponse response, RecordedResponse kept, byte[] body)
            throws IOException {
        response.setHeader(REPLAYED, "true");
        write(request, response, kept.status(), kept.headers(), new Body(body.length, out -> out.write(body)));
    }

    static void write(
            HttpServletRequest request, HttpServletResponse response, int status, Collection<Header> headers, Body body)
            throws IOException {
        response.setStatus(status);
        headers.forEach(header -> apply(response, header));
        if (!hasBody(status) || request.getMethod().equals("HEAD")) {
            return;
        }
        response.setContentLengthLong(body.size());
        body.writer().writeTo(response.getOutputStream());
    }

    static void apply(HttpServletResponse response, Header header) {
        if (header.name().equalsIgnoreCase(ContentType.HEADER)) {
            response.setContentType(
                    header.values().isEmpty() ? null : header.values().get(0));
            return;
        }
        boolean replace = header.replaces();
        if (replace && header.values().isEmpty()) {
            response.setHeader(header.name(), null);
        }
        for (String value : header.values()) {
            if (replace) {
                response.setHeader(header.name(), value);
            } else {
                response.addHeader(header.name(), value);
            }
            replace = false;
        }
    }

    /** Whether an answer of this status has a body at all (RFC 9110 §6.4.1). */
    static boolean hasBody(int status) {
        return status >= 200 && status != 204 && status != 205 && status != 304;
    }

    /** For {@code Retry-After}: whole seconds, at least one, never too early. */
    static long wholeSeconds(Duration duration) {
        return Math.max(1, duration.plusNanos(999_999_999).toSeconds());
    }
}
