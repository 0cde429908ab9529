package io.onlyonce.http;

import io.onlyonce.error.MisuseException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;

/**
 * Reads what a request carries, whole and bounded.
 *
 * <p>The bytes are read first, so that nothing but this class touches the stream; forms are then parsed out of them. Uploads are the exception: the
 * container parses them (it has the limits and the disk for it). A body that somebody read before is an error, because an empty body would make all requests
 * with one key look alike; only a form survives this, since its parameters are still there.
 *
 * @param limit the largest body in bytes, uploads excepted
 */
record BodyReader(int limit) {
    private static final long DROPPED = 16 << 20;

    /**
     * @throws RequestRefusedException if the body is too large or no form that can be read
     * @throws MisuseException if it was read before
     * @throws IOException if the client did not send it all
     */
    RequestBody read(HttpServletRequest request) throws IOException {
        MediaType type = MediaType.of(request.getContentType());
        Upload upload = type.isMultipart() ? UploadReader.read(request, type) : null;
        return upload != null ? upload : readBytes(request, type);
    }

    private RequestBody readBytes(HttpServletRequest request, MediaType type) throws IOException {
        long length = request.getContentLengthLong();
        ServletInputStream stream = streamOf(request);
        if (length > limit) {
            throw tooLarge(request, stream);
        }
        boolean chunked = length < 0 && request.getHeader("Transfer-Encoding") != null;
        boolean readUp = chunked && stream.isFinished();
        byte[] bytes = stream.readNBytes(limit + 1);
        if (bytes.length > limit) {
            throw tooLarge(request, stream);
        }
        if (bytes.length == 0 && (readUp || length > 0)) {
            return ParsedForm.of(request, type).orElseThrow(() -> bodyGone(request));
        }
        return new BufferedBody(bytes, request);
    }

    private static ServletInputStream streamOf(HttpServletRequest request) throws IOException {
        try {
            return request.getInputStream();
        } catch (IllegalStateException e) { // getReader() was called before
            throw bodyGone(request);
        }
    }

    private static MisuseException bodyGone(HttpServletRequest request) {
        return new MisuseException(HttpTexts.bodyGone(request.getMethod(), request.getRequestURI()));
    }

    /** A client that is still sending sees a broken connection instead of its answer, so the rest is let in and dropped, within bounds. */
    private RequestRefusedException tooLarge(HttpServletRequest request, ServletInputStream stream) throws IOException {
        if (request.getContentLengthLong() <= DROPPED && request.getHeader("Expect") == null) {
            byte[] buffer = new byte[8192];
            int read = 0;
            for (long dropped = 0; read >= 0 && dropped < DROPPED; dropped += read) {
                read = stream.read(buffer);
            }
        }
        return new RequestRefusedException(HttpProblem.PAYLOAD_TOO_LARGE, HttpTexts.bodyTooLarge(limit));
    }
}
